/**
 * SQL scripts that create and change the tables of the store, in the order in which they are applied. Never change a
 * released script; add a new one instead.
 */
export const migrations = [
  `
  -- The table has one row: the newest version of the store, and the oldest version that is still known. Both start at
  -- 1, because version 0 means "any" on Kubernetes.
  CREATE TABLE log (head INTEGER NOT NULL, compacted INTEGER NOT NULL) STRICT;
  INSERT INTO log VALUES (1, 1);

  -- States of all objects. A state is valid from the version "since" until just before the version "until".
  CREATE TABLE revisions (
    since INTEGER PRIMARY KEY,
    until INTEGER NOT NULL,
    resource TEXT NOT NULL,
    namespace TEXT NOT NULL,
    name TEXT NOT NULL,
    uid TEXT NOT NULL,
    gone INTEGER NOT NULL, -- 1: the object was deleted at this version; the body is its last state
    body TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX revisions_by_key ON revisions (resource, namespace, name, until);
  CREATE INDEX revisions_by_end ON revisions (until);
  CREATE INDEX revisions_by_uid ON revisions (uid);

  -- Owner references of the existing objects.
  CREATE TABLE owners (
    resource TEXT NOT NULL,
    namespace TEXT NOT NULL,
    name TEXT NOT NULL,
    owner_uid TEXT NOT NULL,
    PRIMARY KEY (resource, namespace, name, owner_uid)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX owners_by_uid ON owners (owner_uid);
  `,
];
