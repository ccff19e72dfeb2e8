import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { signedSamples } from '../support/callbacks/signed-samples.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const main = `package main

import (
	"encoding/json"
	"net/http"
	"os"
	"time"

	"example.com/receiver/callbacks"
)

type sample struct {
	Name, Secret string
	Headers      map[string]string
	Body         []byte
	NowSeconds   int64
}

func main() {
	var samples []sample
	if err := json.NewDecoder(os.Stdin).Decode(&samples); err != nil {
		panic(err)
	}
	results := [][2]any{}
	for _, s := range samples {
		header := http.Header{}
		for name, value := range s.Headers {
			header.Set(name, value)
		}
		valid := callbacks.Verify(s.Secret, header, s.Body, time.Unix(s.NowSeconds, 0))
		results = append(results, [2]any{s.Name, valid})
	}
	json.NewEncoder(os.Stdout).Encode(results)
}
`;

/** This test is among the cluster tests, because only they require Go. */
test('the Go example accepts exactly the signed callbacks', () => {
  const folder = temporaryFolder();
  try {
    mkdirSync(join(folder.path, 'callbacks'));
    const example = join(import.meta.dirname, '../../examples/callbacks/verify.go');
    copyFileSync(example, join(folder.path, 'callbacks/verify.go'));
    writeFileSync(join(folder.path, 'main.go'), main);
    writeFileSync(join(folder.path, 'go.mod'), 'module example.com/receiver\n\ngo 1.21\n');
    const { error, stdout, stderr } = spawnSync('go', ['run', '.'], {
      cwd: folder.path,
      input: JSON.stringify(signedSamples),
      encoding: 'utf8',
      env: { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '' },
    });
    if (error !== undefined) throw new Error('This test needs Go 1.21 or newer.', { cause: error });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(signedSamples.map(({ name, isValid }) => [name, isValid]));
  } finally {
    folder.remove();
  }
});
