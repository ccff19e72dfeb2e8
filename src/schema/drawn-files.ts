/** Names of the two files of a brief. A second attempt of a stage may read those of the first. */
export const briefFiles = { materials: 'materials.bin', brief: 'brief.json' } as const;

/** Name of the file in which a stage describes what it drew. */
export const madeFileName = 'made.json';

/** Files that every stage that draws from a brief writes. */
export const drawnFiles: readonly string[] = [...Object.values(briefFiles), madeFileName];
