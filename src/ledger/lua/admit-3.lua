#!lua
-- Admits jobs: reserves their credits, and stores idempotency keys and intents. Returns the earlier decision
-- about a repeated request.
-- KEYS (as in redis-ledger-keys.ts): books, intents, holds; keys of accounts, histories, entries and
-- idempotency are built from the prefix
-- ARGV: 1 prefix, then for each job: job id, credits, account, namespace and name, uid or '', intent,
--       idempotency id or '', hash of the request, last known epoch or '', last known sequence
-- Guarantee: jobs are admitted in order, each atomically and independently; never reserves more than the available
-- credits.
local books = redis.call('HMGET', KEYS[1], 'epoch', 'sequence')
if not books[1] then return redis.error_reply('LOST The ledger is not initialised, or its data were lost.') end
local epoch, sequence, prefix = books[1], tonumber(books[2]), ARGV[1]

-- Changes by all jobs of this call, which are written once at the end.
local accounts, intents, holds, held = {}, {}, {}, 0

local function account_of(payer)
  local account = accounts[payer]
  if not account then
    local columns = redis.call('HMGET', prefix .. 'account:' .. payer, 'granted', 'reserved', 'spent')
    local reserved = tonumber(columns[2] or 0)
    local available = tonumber(columns[1] or 0) - reserved - tonumber(columns[3] or 0)
    account = {available = available, reserved = reserved, holds = {}}
    accounts[payer] = account
  end
  return account
end

local function admit(at)
  local job_id, credits, payer, uid, id = ARGV[at], tonumber(ARGV[at + 1]), ARGV[at + 2], ARGV[at + 4], ARGV[at + 6]
  if ARGV[at + 8] ~= '' and (epoch ~= ARGV[at + 8] or sequence < tonumber(ARGV[at + 9])) then
    return {'lost', 'The ledger is older than the state that the account has recorded: ledger data is lost.'}
  end
  local entry, key = prefix .. 'entry:' .. job_id, prefix .. 'idempotency:' .. id
  local state = redis.call('HGET', entry, 'state')
  if state then return {state == 'aborted' and 'given-up' or 'accepted'} end
  if id ~= '' then
    local known = redis.call('GET', key)
    if known then
      local promised, other_id, hash = string.match(known, '^(=?)(%S+) (.*)$')
      if hash ~= ARGV[at + 7] then return {'reused'} end
      if promised == '' then redis.call('SET', key, '=' .. known, 'KEEPTTL') end
      return {'replayed', other_id}
    end
  end
  local account = account_of(payer)
  if account.available < credits then return {'insufficient', string.format('%.0f', account.available)} end

  -- Writes the history first, because only this write can fail: the script has not read the key before.
  local history = prefix .. 'history:' .. payer
  local history_id = redis.call('XADD', history, 'MAXLEN', '~', 100000, '*', 'reserve', ARGV[at + 1], 'job', job_id)
  local created = string.match(history_id, '^%d+')
  local job = payer .. ' ' .. ARGV[at + 3] .. ' ' .. ARGV[at + 1] .. ' ' .. created .. ' ' .. id
  if uid ~= '' then
    redis.call('HSET', entry, 'state', 'reserved', 'job', job, 'uid', uid)
  else
    redis.call('HSET', entry, 'state', 'reserved', 'job', job, 'intent', ARGV[at + 5])
    if id ~= '' then redis.call('SET', key, job_id .. ' ' .. ARGV[at + 7], 'EX', 86400) end
  end
  local listed = uid ~= '' and holds or intents
  listed[#listed + 1] = 0
  listed[#listed + 1] = job_id
  account.available = account.available - credits
  account.reserved = account.reserved + credits
  account.holds[#account.holds + 1] = 'held:' .. job_id
  account.holds[#account.holds + 1] = ARGV[at + 1]
  held = held + 1
  return {'accepted'}
end

local answers = {}
for at = 2, #ARGV, 10 do
  local is_done, answer = pcall(admit, at)
  answers[#answers + 1] = is_done and answer or {'failed', type(answer) == 'table' and answer.err or answer}
end
for payer, account in pairs(accounts) do
  if #account.holds > 0 then
    redis.call('HSET', prefix .. 'account:' .. payer, 'reserved', account.reserved, unpack(account.holds))
  end
end
if #intents > 0 then redis.call('ZADD', KEYS[2], unpack(intents)) end
if #holds > 0 then redis.call('ZADD', KEYS[3], unpack(holds)) end
if held > 0 then redis.call('HINCRBY', KEYS[1], 'sequence', held) end
return answers
