#!lua flags=no-writes
-- The columns of an account, its jobs that are retired and may not say so, and the position of the books.
-- KEYS: books, account, retiring
-- ARGV: 1 of how many such jobs it tells at most
-- Guarantee: all of the same moment.
local books = redis.call('HMGET', KEYS[1], 'epoch', 'sequence')
if not books[1] then return redis.error_reply('LOST The books of the ledger are not there.') end
local account = redis.call('HMGET', KEYS[2], 'granted', 'reserved', 'spent', 'retired')
local retiring = redis.call('ZRANGEBYLEX', KEYS[3], '-', '+', 'LIMIT', 0, ARGV[1])
return {books[1], books[2], account[1] or '0', account[2] or '0', account[3] or '0', account[4] or '0', retiring}
