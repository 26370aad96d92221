package io.godwit.traces;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A span under way. Its times are counted by the monotonic clock, from the wall clock's time at which it was made. */
final class RecordedSpan implements Span {

    private static final int MAX_VALUE = 256;
    private static final int MAX_LINKS = 128;
    private static final int MAX_EVENTS = 64;

    private final SpanExporter exporter;
    private final Optional<TraceContext> context;
    private final Optional<String> parent;
    private final SpanKind kind;
    private final String name;
    private final long madeNanoTime = System.nanoTime();
    private final long madeEpochNanos = epochNanos();
    private final Map<String, Object> nameToAttribute = new HashMap<>();
    private final List<SpanData.Event> events = new ArrayList<>();
    private final List<TraceContext> links = new ArrayList<>();
    private long startNanoTime = madeNanoTime;
    private int droppedLinks;
    private boolean failed;
    private boolean ended;

    RecordedSpan(SpanExporter exporter, TraceContext context, Optional<String> parent, SpanKind kind, String name) {
        this.exporter = exporter;
        this.context = Optional.of(context);
        this.parent = parent;
        this.kind = kind;
        this.name = name;
    }

    private static long epochNanos() {
        var now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    private long epochNanos(long nanoTime) {
        return madeEpochNanos + (nanoTime - madeNanoTime);
    }

    @Override
    public Optional<TraceContext> context() {
        return context;
    }

    @Override
    public synchronized Span startedAt(long nanoTime) {
        startNanoTime = nanoTime;
        return this;
    }

    @Override
    public synchronized Span attribute(String attribute, String value) {
        nameToAttribute.put(attribute, value.length() > MAX_VALUE ? value.substring(0, MAX_VALUE) : value);
        return this;
    }

    @Override
    public synchronized Span attribute(String attribute, long value) {
        nameToAttribute.put(attribute, value);
        return this;
    }

    @Override
    public synchronized Span link(TraceContext other) {
        if (links.size() < MAX_LINKS) {
            links.add(other);
        } else {
            droppedLinks++;
        }
        return this;
    }

    @Override
    public synchronized void event(String moment) {
        if (events.size() < MAX_EVENTS) {
            events.add(new SpanData.Event(moment, epochNanos(System.nanoTime())));
        }
    }

    @Override
    public synchronized void failed(String type) {
        failed = true;
        attribute("error.type", type);
    }

    @Override
    public synchronized void end() {
        if (!ended) {
            ended = true;
            exporter.offer(data());
        }
    }

    private SpanData data() {
        return new SpanData(
                context.orElseThrow(),
                parent,
                kind,
                name,
                epochNanos(startNanoTime),
                epochNanos(System.nanoTime()),
                nameToAttribute,
                events,
                links,
                droppedLinks,
                failed);
    }
}
