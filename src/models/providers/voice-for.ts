/** Returns the voice for a BCP-47 tag: that of the tag, of its language, or the voice for all languages. */
export function voiceFor(
  tag: string,
  { voice, voices }: { voice: string; voices: Readonly<Record<string, string>> },
): string {
  const [language = tag] = tag.split('-');
  return voices[tag] ?? voices[language] ?? voice;
}
