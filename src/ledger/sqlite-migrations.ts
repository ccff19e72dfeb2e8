/**
 * SQL of the database migrations, in order. Never edit an existing migration; append a new migration. Accounts are
 * stored as `namespace/name`, and times as milliseconds since 1970.
 */
export const migrations = [
  `
  -- The table has one row. Its epoch is NULL if the ledger was never initialised, or during a rebuild, whose id is in
  -- the last column. The id of an interrupted rebuild stays.
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
    uid TEXT, -- uid of the AdJob that the job id belongs to
    created INTEGER NOT NULL,
    idempotency TEXT, -- idempotency key, deleted when the admission is aborted
    retired INTEGER, -- sequence number at which the charge began to count as that of a deleted job
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
  -- 1 if a client got the job id by repeating a request with this key: the acceptance of such a job cannot be revoked.
  ALTER TABLE idempotency ADD COLUMN promised INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- Jobs whose charge is already counted as that of a deleted job, but whose AdJobs may not record this yet.
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
