/**
 * Words of providers for content that they refuse, in the codes and messages of errors and in the reasons of failed work.
 * The names of options, such as `moderation` in quotes or `safety_tolerance`, are not among them.
 */
const words =
  /content[ _-]?(policy|filter|check|moderat|management policy)|moderation(?!['"])|\b(image_)?safety\b|usage guidelines|blocked_by|prohibited|responsible[ _-]?ai|nsfw|flagged/i;

/** Reports whether a provider wrote that it refuses the content of a prompt or a result. */
export const refusesContent = (text: string): boolean => words.test(text);
