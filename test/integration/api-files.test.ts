import { servedFilesContract } from '../contract/served-files.ts';

servedFilesContract('DirectoryArtifacts');
