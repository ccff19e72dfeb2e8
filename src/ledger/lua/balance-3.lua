#!lua flags=no-writes
-- Returns the position of the ledger (epoch and sequence number), the balance of an account, and the jobs whose charge
-- is retired (counted as that of a deleted job) but whose AdJob may not record this yet.
-- KEYS (as in redis-ledger-keys.ts): books, account, retiring
-- ARGV: 1 maximum number of such jobs
-- Guarantee: all values are of the same moment.
local books = redis.call('HMGET', KEYS[1], 'epoch', 'sequence')
if not books[1] then return redis.error_reply('LOST The ledger is not initialised, or its data were lost.') end
local account = redis.call('HMGET', KEYS[2], 'granted', 'reserved', 'spent', 'retired')
local retiring = redis.call('ZRANGEBYLEX', KEYS[3], '-', '+', 'LIMIT', 0, ARGV[1])
return {books[1], books[2], account[1] or '0', account[2] or '0', account[3] or '0', account[4] or '0', retiring}
