/** A setting and its value in this process, to be shown. */
export interface SettingInForce {
  name: string;
  /**
   * `set`: the environment of this process contains the setting. `default`: the process uses the default of the setting.
   * `absent`: the setting has no default and is not set. `unused`: this process does not read the setting.
   */
  state: 'set' | 'default' | 'absent' | 'unused';
  /** Value as it is written in the environment. Undefined for secrets, and if there is no value. */
  value: string | undefined;
  isSecret: boolean;
}
