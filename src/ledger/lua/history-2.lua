#!lua flags=no-writes
-- What happened to an account, newest first.
-- KEYS: books, history
-- ARGV: 1 where to begin, as XREVRANGE has it, 2 how many
-- Guarantee: books that are lost tell so.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The books of the ledger are not there.')
end
return redis.call('XREVRANGE', KEYS[2], ARGV[1], '-', 'COUNT', ARGV[2])
