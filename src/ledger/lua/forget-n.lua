#!lua flags=allow-oom
-- Deletes keys of the old ledger during a rebuild.
-- KEYS (as in redis-ledger-keys.ts): books, then the keys to delete
-- ARGV: 1 id of the rebuild
-- Guarantee: of two concurrent rebuilds, the earlier one deletes no data of the later one.
if redis.call('HGET', KEYS[1], 'rebuild') ~= ARGV[1] then
  return redis.error_reply('LOST Another rebuild of the ledger has started.')
end
redis.call('UNLINK', unpack(KEYS, 2))
