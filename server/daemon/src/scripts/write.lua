-- Writes a batch. Keys: state, stream, claim, results.
-- Arguments: token, epoch, lease in ms, group, the last id before the batch, the first id of the batch, its last id, its
-- last status, the number of results to keep, 1 to trim the stream, 1 and the content or 0 and '', the number of
-- results, the fields of each result as a count and that many strings, and then all ids of the batch.
-- Returns 'ok', or why nothing was written.
local state, stream, claim, results = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local token, epoch, lease, group = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local before, first, last, status = ARGV[5], ARGV[6], ARGV[7], ARGV[8]
local holder = redis.call('GET', claim)
if redis.call('HGET', state, 'epoch') ~= epoch or (holder and holder ~= token) then
    return 'fenced'
end
if (redis.call('HGET', state, 'last_id') or '0-0') ~= before then
    return 'moved'
end
if #redis.call('XRANGE', stream, '(' .. before, '(' .. first, 'COUNT', 1) > 0 then
    return 'gap'
end
-- First what can fail, because memory is short or because the key of the results has another type: an error must leave
-- nothing half done.
local at = 14
for _ = 1, tonumber(ARGV[13]) do
    local count = tonumber(ARGV[at])
    redis.call('XADD', results, 'MAXLEN', '~', ARGV[9], '*', unpack(ARGV, at + 1, at + count))
    at = at + count + 1
end
if ARGV[11] == '1' then
    redis.call('HSET', state, 'content', ARGV[12], 'last_status', status, 'last_id', last)
else
    redis.call('HSET', state, 'last_status', status, 'last_id', last)
end
while at <= #ARGV do
    local to = math.min(at + 999, #ARGV)
    redis.call('XACK', stream, group, unpack(ARGV, at, to))
    at = to + 1
end
redis.call('SET', claim, token, 'PX', lease)
if ARGV[10] == '1' and #redis.call('XINFO', 'GROUPS', stream) == 1 then
    redis.call('XTRIM', stream, 'MINID', '~', last)
end
return 'ok'
