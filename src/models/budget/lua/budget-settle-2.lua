#!lua flags=allow-oom
-- Ends a reservation: counts the spent money on the day of the reservation, and makes the rest available again.
-- KEYS: the reservation; the prefix of the account's days, to which the script appends the day
-- ARGV: the spent amount
-- Guarantee: only the first call counts.
local reservation = redis.call('HMGET', KEYS[1], 'day', 'reserved', 'settled')
if not reservation[1] or reservation[3] then return end
local day = KEYS[2] .. reservation[1]
redis.call('HSET', KEYS[1], 'settled', 1)
-- The unary minus would turn 0 into -0, which Redis does not accept.
redis.call('HINCRBY', day, 'reserved', 0 - reservation[2])
redis.call('HINCRBY', day, 'spent', ARGV[1])
