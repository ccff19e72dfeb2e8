import { z } from 'zod';

/** Report of drawing from a stored brief again. */
export const Redrawn = z.object({
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.int().min(0),
      isSame: z
        .boolean()
        .optional()
        .describe('True if the job made the same bytes. Absent if the job has no such file.'),
    }),
  ),
  briefMadeBy: z.string().describe('Version and processor architecture that made the brief, such as `0.1.0 on x64`.'),
  drawnBy: z.string().describe('Version and processor architecture that drew again.'),
});
export type Redrawn = z.infer<typeof Redrawn>;
