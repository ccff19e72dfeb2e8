#!lua flags=no-writes
-- Returns history entries of an account, newest first.
-- KEYS (as in redis-ledger-keys.ts): books, history
-- ARGV: 1 first id in the syntax of XREVRANGE, 2 maximum number
-- Guarantee: if the ledger was lost, the call fails instead of returning an empty history.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
return redis.call('XREVRANGE', KEYS[2], ARGV[1], '-', 'COUNT', ARGV[2])
