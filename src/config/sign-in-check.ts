import type { SettingCheck } from './environment.ts';

/** Finds settings of an identity provider that need another setting, which is missing. */
export const signInCheck: SettingCheck = (given) => {
  const prefix = 'ADWRIGHT_ADMIN_OIDC';
  const hasIssuer = given[`${prefix}_ISSUER`] !== undefined;
  const needed = [`${prefix}_CLIENT_ID`, 'ADWRIGHT_ADMIN_ROLES'];
  const useless = [...needed, `${prefix}_CLIENT_SECRET`, `${prefix}_CLIENT_SECRET_FILE`, `${prefix}_SCOPES`];
  const both = [`${prefix}_CLIENT_SECRET`, `${prefix}_CLIENT_SECRET_FILE`].every((name) => given[name] !== undefined);
  return [
    ...needed
      .filter((name) => hasIssuer && given[name] === undefined)
      .map((name) => ({ setting: name, message: `is required if ${prefix}_ISSUER is set` })),
    ...useless
      .filter((name) => !hasIssuer && given[name] !== undefined)
      .map((name) => ({ setting: name, message: `requires ${prefix}_ISSUER` })),
    ...(both
      ? [{ setting: `${prefix}_CLIENT_SECRET_FILE`, message: `is set beside ${prefix}_CLIENT_SECRET; set one` }]
      : []),
  ];
};
