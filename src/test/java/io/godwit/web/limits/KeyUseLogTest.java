package io.godwit.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.ProjectId;
import io.godwit.web.KeyAuthenticator.Grant;
import io.godwit.web.KeyScope;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests the hour between two lines about the same key. */
class KeyUseLogTest {

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final AtomicLong nanos = new AtomicLong();
    private final KeyUseLog log = new KeyUseLog(nanos::get);

    @BeforeEach
    void listen() {
        lines.start();
        ((Logger) LoggerFactory.getLogger("security")).addAppender(lines);
    }

    @AfterEach
    void leave() {
        ((Logger) LoggerFactory.getLogger("security")).detachAppender(lines);
    }

    @Test
    void aKeyInUseIsWrittenOnceAnHour() {
        var grant = grant(Caller.SECRET_KEY, Optional.of(UUID.randomUUID()));

        for (var minute = 0; minute < 5 * 60; minute++) {
            note(grant, "192.0.2.1");
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        }

        assertThat(lines.list).hasSize(5);
    }

    @Test
    void theAddressesOfOneIpv6NetworkAreOneClient() {
        var grant = grant(Caller.SECRET_KEY, Optional.of(UUID.randomUUID()));

        note(grant, "2001:db8::1");
        note(grant, "2001:db8::2");
        note(grant, "2001:db8:1::1");

        assertThat(lines.list).hasSize(2);
    }

    @Test
    void aMemberUsesNoKey() {
        note(grant(Caller.MEMBER, Optional.empty()), "192.0.2.1");

        assertThat(lines.list).isEmpty();
    }

    private void note(Grant grant, String client) {
        log.note(grant, client, Map.entry("request", "r"));
    }

    private static Grant grant(Caller caller, Optional<UUID> key) {
        var tenant = new Tenant(new ProjectId(UUID.randomUUID()), caller, 1);
        return new Grant(tenant, MemberRole.OWNER, KeyScope.FULL, false, 0, key);
    }
}
