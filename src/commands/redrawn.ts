export interface RedrawnFile {
  name: string;
  bytes: number;
  /** True if the job made the same bytes. Undefined if the job has no such file. */
  isSame: boolean | undefined;
}

export interface Redrawn {
  files: RedrawnFile[];
  /** Version and processor architecture that made the brief, such as `0.1.0 on x64`. */
  briefMadeBy: string;
  /** Version and processor architecture that drew again. */
  drawnBy: string;
}
