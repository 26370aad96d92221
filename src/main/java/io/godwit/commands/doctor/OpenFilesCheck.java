package io.godwit.commands.doctor;

import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import java.util.List;

/** Checks the limit of open files, of which each connection is one. The limit of a service may be another than of this shell. */
record OpenFilesCheck(long limit) implements BlockingCheck {

    /** Connections of one client alone may be a thousand ({@code http.connections.per-client}). */
    private static final long RECOMMENDED_FILES = 4_096;

    /** The jar, the database, PostgreSQL's pipes and the journal need some hundred without any client. */
    private static final long MIN_FILES = 256;

    private static final String ADVICE =
            "Raise it: LimitNOFILE=65536 in the unit of systemd, ulimits of the container, or ulimit -n 65536.";

    @Override
    public String name() {
        return "open-files";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of();
    }

    @Override
    public List<CheckResult> results() {
        var check = new Check(name(), "");
        var found = "A process may have " + limit + " open files";
        if (limit < MIN_FILES) {
            return List.of(check.failed(found, ADVICE));
        }
        return List.of(limit < RECOMMENDED_FILES ? check.warning(found, ADVICE) : check.ok(found));
    }
}
