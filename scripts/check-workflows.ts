/**
 * Checks the workflows of GitHub with actionlint, which `go` builds from its module. Without go, prints that they were not
 * checked.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = '.github/workflows';
const files = readdirSync(folder).map((file) => join('../..', folder, file));
const { status, error } = spawnSync('go', ['-C', 'scripts/workflow-lint', 'tool', 'actionlint', ...files], {
  stdio: 'inherit',
});
if (error !== undefined) console.log('The workflows were not checked, because go is missing.');
else process.exitCode = status ?? 1;
