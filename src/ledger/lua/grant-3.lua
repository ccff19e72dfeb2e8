#!lua
-- Adds credits to an account.
-- KEYS (as in redis-ledger-keys.ts): books, account, history
-- ARGV: 1 id of the grant, 2 amount
-- Guarantee: a grant id counts once.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
local known = redis.call('HGET', KEYS[2], 'grant:' .. ARGV[1])
if known then return tonumber(known) == tonumber(ARGV[2]) and 'known' or 'different' end
redis.call('HINCRBY', KEYS[2], 'granted', ARGV[2])
redis.call('HSET', KEYS[2], 'grant:' .. ARGV[1], ARGV[2])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', 100000, '*', 'grant', ARGV[2], 'id', ARGV[1])
redis.call('HINCRBY', KEYS[1], 'sequence', 1)
return 'granted'
