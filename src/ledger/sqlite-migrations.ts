/** Never edit one: add one. Accounts are `namespace/name`; times are milliseconds since 1970. */
export const migrations = [
  `
  -- One row. Without an epoch there are no books: they were never begun, or are being made again by who has written its
  -- mark into the last column (one that broke off leaves it there).
  CREATE TABLE books (epoch TEXT, sequence INTEGER NOT NULL, rebuild TEXT) STRICT;
  INSERT INTO books VALUES (NULL, 0, NULL);

  CREATE TABLE accounts (
    account TEXT PRIMARY KEY,
    granted INTEGER NOT NULL,
    reserved INTEGER NOT NULL,
    spent INTEGER NOT NULL,
    retired INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE grants (
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (account, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE entries (
    job_id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    credits INTEGER NOT NULL,
    state TEXT NOT NULL, -- reserved, settled, released, aborted
    namespace TEXT NOT NULL,
    name TEXT NOT NULL,
    uid TEXT, -- of the object, once it was seen
    created INTEGER NOT NULL,
    idempotency TEXT, -- to be taken back with it
    retired INTEGER, -- at which sequence its charge was
    expires INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entries_by_state ON entries (state, job_id);
  CREATE INDEX entries_by_account ON entries (account, state);
  CREATE INDEX entries_by_end ON entries (expires) WHERE expires IS NOT NULL;

  CREATE TABLE idempotency (
    key TEXT PRIMARY KEY,
    hash TEXT NOT NULL,
    job_id TEXT NOT NULL,
    expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_by_end ON idempotency (expires);

  CREATE TABLE intents (
    job_id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    payload TEXT NOT NULL,
    created INTEGER NOT NULL,
    cancelled INTEGER NOT NULL,
    error TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    time INTEGER NOT NULL,
    kind TEXT NOT NULL,
    amount INTEGER NOT NULL,
    job_id TEXT
  ) STRICT;
  CREATE INDEX history_by_account ON history (account, id);
  `,
  `
  -- 1 once a client was told the job by it: an abort loses then.
  ALTER TABLE idempotency ADD COLUMN promised INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Jobs that are retired, and it is not known whether their objects say so.
  CREATE TABLE retiring (
    account TEXT NOT NULL,
    job_id TEXT NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (account, job_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX retiring_by_end ON retiring (expires);
  `,
  `
  ALTER TABLE history ADD COLUMN grant_id TEXT;
  `,
];
