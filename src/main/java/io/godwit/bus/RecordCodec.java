package io.godwit.bus;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;
import org.jspecify.annotations.Nullable;

/**
 * Carries every record: by reference inside a node, as signed JSON between nodes. What arrives is still JSON, because only the
 * receiver knows the type it expects; the wire names no class, so it can make none.
 */
final class RecordCodec implements MessageCodec<Record, Object> {

    private static final String NAME = "record";
    private static final String PURPOSE = "bus";

    /** Not one of Vert.x's own codecs. */
    private static final byte USER_CODEC = -1;

    private final ClusterKey key;

    RecordCodec(ClusterKey key) {
        this.key = key;
    }

    static @Nullable String nameFor(Object body) {
        return body instanceof Record ? NAME : null;
    }

    @Override
    public void encodeToWire(Buffer buffer, Record message) {
        var json = Json.write(message);
        buffer.appendInt(json.length).appendBytes(key.sign(PURPOSE, json)).appendBytes(json);
    }

    /** Fails with {@link ForeignMessage} unless a node of this installation has written it. */
    @Override
    public Json decodeFromWire(int position, Buffer buffer) {
        var start = position + Integer.BYTES + ClusterKey.SIGNATURE_BYTES;
        var length = buffer.getInt(position);
        if (length < 0 || length > buffer.length() - start) {
            throw new ForeignMessage();
        }
        var json = buffer.getBytes(start, start + length);
        if (!key.verify(PURPOSE, json, buffer.getBytes(position + Integer.BYTES, start))) {
            throw new ForeignMessage();
        }
        return new Json(json);
    }

    @Override
    public Object transform(Record message) {
        return message;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public byte systemCodecID() {
        return USER_CODEC;
    }
}
