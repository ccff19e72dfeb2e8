#!lua
-- Completes a rebuild: gives the ledger its epoch (id), so that calls succeed again.
-- KEYS (as in redis-ledger-keys.ts): books
-- ARGV: 1 id of the rebuild, 2 epoch
-- Guarantee: of two concurrent rebuilds, only the later one completes.
if redis.call('HGET', KEYS[1], 'rebuild') ~= ARGV[1] then
  return redis.error_reply('LOST Another rebuild of the ledger has started.')
end
redis.call('HSET', KEYS[1], 'epoch', ARGV[2])
redis.call('HDEL', KEYS[1], 'rebuild')
