import { z } from 'zod';

/** Factor by which times are shortened: windows and `for` of the rules, and the scrape interval of 30 s. */
export const shortening = 30;
/** Three restarts, which the container runtime delays, and five jobs that read pages need more than half a minute. */
const shorteningOf: Readonly<Record<string, number>> = { AdwrightRestarting: 10, AdwrightBrandsNotRead: 5 };

const Rule = z.looseObject({ alert: z.string(), for: z.string(), expr: z.string() });
export const RuleGroups = z.array(z.looseObject({ name: z.string(), rules: z.array(Rule) }));
export type RuleGroups = z.infer<typeof RuleGroups>;

const secondsOf = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Shortens a duration such as `5m`. */
export function shortened(duration: string, factor = shortening): string {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const seconds =
    Number(count) *
    z
      .enum(['s', 'm', 'h', 'd'])
      .transform((name) => secondsOf[name])
      .parse(unit);
  return `${Math.round((seconds * 1_000) / factor)}ms`;
}

/** Returns the rules with shortened windows and times of `for`. Thresholds, such as an age in seconds, are unchanged. */
export function shortenedRules(groups: RuleGroups): RuleGroups {
  return groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => {
      const factor = shorteningOf[rule.alert] ?? shortening;
      const expr = rule.expr.replaceAll(/\[(\d+[smhd])\]/g, (_, window: string) => `[${shortened(window, factor)}]`);
      return { ...rule, expr, for: shortened(rule.for, factor) };
    }),
  }));
}
