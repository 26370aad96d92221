package io.godwit.bus;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;
import org.jspecify.annotations.Nullable;

/**
 * Carries every record: by reference inside a node, as JSON between nodes. A message from another node is still JSON when it
 * arrives, because only the receiver knows the type it expects; the wire names no class, so it can make none.
 */
final class RecordCodec implements MessageCodec<Record, Object> {

    private static final String NAME = "record";

    /** The id of a codec that is not one of Vert.x's own. */
    private static final byte USER_CODEC = -1;

    static @Nullable String nameFor(Object body) {
        return body instanceof Record ? NAME : null;
    }

    @Override
    public void encodeToWire(Buffer buffer, Record message) {
        var json = UnparsedMessage.write(message);
        buffer.appendInt(json.length).appendBytes(json);
    }

    /** Fails with {@link ForeignMessageException} for an impossible length. */
    @Override
    public UnparsedMessage decodeFromWire(int position, Buffer buffer) {
        var start = position + Integer.BYTES;
        var length = buffer.getInt(position);
        if (length < 0 || length > buffer.length() - start) {
            throw new ForeignMessageException();
        }
        return new UnparsedMessage(buffer.getBytes(start, start + length));
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
