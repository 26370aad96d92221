package io.godwit.delivery.shaping;

import java.time.Instant;

/** The decisions of traffic shaping as the simulated sender asks for them; the controls of a test decide without learning. */
interface Pacing {

    StartPermit tryStart(ShapedSite site, TrafficRequest request, Instant now);

    int available(ShapedSite site, TrafficRequest request, Instant now);

    StartPermit tryConnect(ShapedSite site, Instant now);

    void connected(ShapedSite site);

    void disconnected(ShapedSite site);

    void connectFailed(ShapedSite site, String cause, Instant startedAt, Instant now);

    void connectRefused(ShapedSite site, ShapedRefusal refusal, Instant startedAt, Instant now);

    int emailsPerConnection(ShapedSite site, Instant now);

    RetryAdvice record(ShapedSite site, ShapedOutcome outcome, int lane, Instant now);

    /** The product's own. */
    static Pacing learned(TrafficShaper shaper) {
        return new Pacing() {
            private static final String SOURCE = "192.0.2.1";

            @Override
            public StartPermit tryStart(ShapedSite site, TrafficRequest request, Instant now) {
                return shaper.tryStart(SOURCE, site, request, now);
            }

            @Override
            public int available(ShapedSite site, TrafficRequest request, Instant now) {
                return shaper.available(SOURCE, site, request, now);
            }

            @Override
            public StartPermit tryConnect(ShapedSite site, Instant now) {
                return shaper.tryConnect(SOURCE, site, now);
            }

            @Override
            public void connected(ShapedSite site) {
                shaper.connected(site.from(SOURCE));
            }

            @Override
            public void disconnected(ShapedSite site) {
                shaper.disconnected(site.from(SOURCE));
            }

            @Override
            public void connectFailed(ShapedSite site, String cause, Instant startedAt, Instant now) {
                shaper.connectFailed(site.from(SOURCE), cause, startedAt, now);
            }

            @Override
            public void connectRefused(ShapedSite site, ShapedRefusal refusal, Instant startedAt, Instant now) {
                shaper.connectRefused(site.from(SOURCE), refusal, startedAt, now);
            }

            @Override
            public int emailsPerConnection(ShapedSite site, Instant now) {
                return shaper.emailsPerConnection(SOURCE, site, now);
            }

            @Override
            public RetryAdvice record(ShapedSite site, ShapedOutcome outcome, int lane, Instant now) {
                return shaper.record(site.from(SOURCE), outcome, lane, now);
            }
        };
    }

    /** A sender that learns nothing: so many emails a second, so many connections, whatever the site replies. */
    static Pacing fixed(double perSecond, int connections) {
        return new Pacing() {
            private int open;
            private double tokens = 1;
            private Instant filledAt = Instant.EPOCH;

            private void fill(Instant now) {
                var seconds = java.time.Duration.between(filledAt, now).toMillis() / 1e3;
                filledAt = now;
                tokens = Math.min(Math.max(1, perSecond), tokens + Math.min(1e6, seconds) * perSecond);
            }

            @Override
            public StartPermit tryStart(ShapedSite site, TrafficRequest request, Instant now) {
                fill(now);
                if (tokens < 1) {
                    return StartPermit.heldUntil(
                            now.plusMillis((long) ((1 - tokens) / perSecond * 1e3) + 1), Hold.Code.RATE, "");
                }
                tokens -= 1;
                return StartPermit.granted(now);
            }

            @Override
            public int available(ShapedSite site, TrafficRequest request, Instant now) {
                fill(now);
                return (int) tokens;
            }

            @Override
            public StartPermit tryConnect(ShapedSite site, Instant now) {
                if (open >= connections) {
                    return StartPermit.heldUntil(now.plusSeconds(1), Hold.Code.CONNECTIONS, "");
                }
                open++;
                return StartPermit.granted(now);
            }

            @Override
            public void connected(ShapedSite site) {}

            @Override
            public void disconnected(ShapedSite site) {
                open--;
            }

            @Override
            public void connectFailed(ShapedSite site, String cause, Instant startedAt, Instant now) {
                open--;
            }

            @Override
            public void connectRefused(ShapedSite site, ShapedRefusal refusal, Instant startedAt, Instant now) {
                open--;
            }

            @Override
            public int emailsPerConnection(ShapedSite site, Instant now) {
                return site.limits().emailsPerConnection();
            }

            @Override
            public RetryAdvice record(ShapedSite site, ShapedOutcome outcome, int lane, Instant now) {
                return RetryAdvice.BY_SCHEDULE;
            }
        };
    }
}
