#!lua
-- Initialises an empty ledger. Does nothing if the ledger exists.
-- KEYS (as in redis-ledger-keys.ts): books
-- ARGV: 1 epoch
-- Guarantee: an existing ledger keeps its epoch; a ledger is not initialised during a rebuild.
if redis.call('HEXISTS', KEYS[1], 'rebuild') == 1 then
  return redis.error_reply('LOST A rebuild of the ledger is not complete.')
end
if redis.call('HSETNX', KEYS[1], 'epoch', ARGV[1]) == 0 then return 0 end
redis.call('HSETNX', KEYS[1], 'sequence', 0)
return 1
