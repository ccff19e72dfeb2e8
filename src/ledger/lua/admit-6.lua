#!lua
-- Holds the credits of a job and keeps its intent and its idempotency key, or tells what was decided before.
-- KEYS: books, entry, account, history, intents (of a job that was applied: holds), idempotency (without one: books)
-- ARGV: 1 job id, 2 credits, 3 account, 4 namespace, 5 name, 6 uid or '', 7 member for KEYS[5], 8 idempotency id or '',
--       9 hash of the request, 10 epoch that was seen or '', 11 sequence that was seen
-- Guarantee: all of it or nothing; never more is held than is available.
local books = redis.call('HMGET', KEYS[1], 'epoch', 'sequence')
if not books[1] then return redis.error_reply('LOST The books of the ledger are not there.') end
if ARGV[10] ~= '' and (books[1] ~= ARGV[10] or tonumber(books[2]) < tonumber(ARGV[11])) then
  return redis.error_reply('LOST The books of the ledger are older than what was seen of them.')
end

local state = redis.call('HGET', KEYS[2], 'state')
if state then return {state == 'aborted' and 'given-up' or 'accepted'} end
if ARGV[8] ~= '' then
  local known = redis.call('GET', KEYS[6])
  if known then
    local promised, job_id, hash = string.match(known, '^(=?)(%S+) (.*)$')
    if hash ~= ARGV[9] then return {'reused'} end
    if promised == '' then redis.call('SET', KEYS[6], '=' .. known, 'KEEPTTL') end
    return {'replayed', job_id}
  end
end

local account = redis.call('HMGET', KEYS[3], 'granted', 'reserved', 'spent')
local reserved = tonumber(account[2] or 0)
local available = tonumber(account[1] or 0) - reserved - tonumber(account[3] or 0)
if available < tonumber(ARGV[2]) then return {'insufficient', string.format('%.0f', available)} end

redis.call('HSET', KEYS[3], 'reserved', reserved + ARGV[2], 'held:' .. ARGV[1], ARGV[2])
local told = redis.call('XADD', KEYS[4], 'MAXLEN', '~', '100000', '*', 'kind', 'reserve', 'amount', ARGV[2], 'job', ARGV[1])
local entry = {
  'state', 'reserved', 'account', ARGV[3], 'credits', ARGV[2], 'namespace', ARGV[4], 'name', ARGV[5],
  'created', string.match(told, '^%d+'),
}
if ARGV[6] ~= '' then
  entry[13], entry[14] = 'uid', ARGV[6]
elseif ARGV[8] ~= '' then
  entry[13], entry[14] = 'idempotency', ARGV[8]
  redis.call('SET', KEYS[6], ARGV[1] .. ' ' .. ARGV[9], 'EX', 86400)
end
redis.call('HSET', KEYS[2], unpack(entry))
redis.call('ZADD', KEYS[5], 0, ARGV[7])
redis.call('HINCRBY', KEYS[1], 'sequence', 1)
return {'accepted'}
