-- Claims a document. Keys: state, stream, claim. Arguments: token, lease in ms, group, consumer.
-- Returns the epoch, the last id and the content; or 0 and the time in ms until the claim of another daemon expires.
local state, stream, claim = KEYS[1], KEYS[2], KEYS[3]
local token, lease, group, consumer = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local holder = redis.call('GET', claim)
if holder and holder ~= token then
    return { 0, redis.call('PTTL', claim) }
end
-- First what fails if memory is short: an error must leave nothing half done.
redis.call('SET', claim, token, 'PX', lease)
local made = redis.pcall('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM')
if made.err and not string.find(made.err, 'BUSYGROUP', 1, true) then
    return made
end
local epoch = redis.call('HINCRBY', state, 'epoch', 1)
local last = redis.call('HGET', state, 'last_id') or '0-0'
-- Entries that were applied, but not acknowledged.
local done = redis.call('XPENDING', stream, group, '-', last, 1000)
while #done > 0 do
    for index, entry in ipairs(done) do
        done[index] = entry[1]
    end
    redis.call('XACK', stream, group, unpack(done))
    done = redis.call('XPENDING', stream, group, '-', last, 1000)
end
-- The other pending entries get this consumer. Those that are no longer in the stream are forgotten.
local from = '0-0'
repeat
    from = redis.call('XAUTOCLAIM', stream, group, consumer, 0, from, 'COUNT', 1000, 'JUSTID')[1]
until from == '0-0'
-- The group goes on after the last entry that was applied, so that all others are read in the order of the stream,
-- whatever other daemons have read.
redis.call('XGROUP', 'SETID', stream, group, last)
return { epoch, last, redis.call('HGET', state, 'content') or '' }
