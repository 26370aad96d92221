package io.godwit.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes the bytes of one request after the other by putting numbers into prepared ones. */
final class RequestWriter {

    private static final int DIGITS = RequestShape.KEY.length();

    private record Prepared(byte[] bytes, List<Integer> keys, List<Integer> serials) {}

    private final List<Prepared> prepared;
    private final LoadPlan run;
    private long serial;

    RequestWriter(LoadPlan run) {
        this.run = run;
        this.prepared = run.shapes().stream()
                .map(shape -> shape.encoded("127.0.0.1:" + run.port()))
                .map(bytes -> new Prepared(bytes, places(bytes, RequestShape.KEY), places(bytes, RequestShape.SERIAL)))
                .toList();
    }

    private static List<Integer> places(byte[] bytes, String mark) {
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        var places = new ArrayList<Integer>();
        for (int at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + DIGITS)) {
            places.add(at);
        }
        return places;
    }

    ByteBuf next(ByteBufAllocator allocator) {
        var shape = prepared.get((int) (serial % prepared.size()));
        var index = serial / prepared.size();
        var key = run.firstKey() + (run.keys() == 0 ? serial : index % run.keys());
        var request = allocator.directBuffer(shape.bytes().length).writeBytes(shape.bytes());
        shape.keys().forEach(position -> write(request, position, key));
        var number = run.firstKey() + serial;
        shape.serials().forEach(position -> write(request, position, number));
        serial++;
        return request;
    }

    private static void write(ByteBuf request, int position, long number) {
        var rest = number;
        for (int i = DIGITS - 1; i >= 0; i--) {
            request.setByte(position + i, (int) ('0' + rest % 10));
            rest /= 10;
        }
    }
}
