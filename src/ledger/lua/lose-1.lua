#!lua flags=allow-oom
-- Starts a rebuild: marks the ledger as lost until the rebuild is complete.
-- KEYS (as in redis-ledger-keys.ts): books
-- ARGV: 1 id of the rebuild
-- Guarantee: from now on all other calls fail with LOST, including those of an earlier rebuild.
redis.call('HDEL', KEYS[1], 'epoch')
redis.call('HSET', KEYS[1], 'sequence', 0, 'rebuild', ARGV[1])
