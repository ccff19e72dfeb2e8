#!lua
-- Begins books where there are none.
-- KEYS: books
-- ARGV: 1 epoch
-- Guarantee: books that were begun keep their epoch; those that are being made anew are not begun before they are.
if redis.call('HEXISTS', KEYS[1], 'rebuild') == 1 then
  return redis.error_reply('LOST The books of the ledger are not made yet.')
end
if redis.call('HSETNX', KEYS[1], 'epoch', ARGV[1]) == 0 then return 0 end
redis.call('HSETNX', KEYS[1], 'sequence', 0)
return 1
