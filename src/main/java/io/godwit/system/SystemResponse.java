package io.godwit.system;

import com.fasterxml.jackson.annotation.JsonValue;
import io.godwit.core.SettingInForce;
import io.godwit.system.RecentWarnings.LogWarning;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The answer of {@code GET /system}. */
record SystemResponse(
        String version,
        String schemaVersion,
        Instant time,
        List<NodeResponse> nodes,
        List<QueueCounts> queues,
        TransportResponse transport,
        DatabaseResponse database,
        BackupsResponse backups,
        List<RetentionResponse> retention,
        List<CertificateResponse> certificates,
        List<MigrationResponse> migrations,
        List<SettingResponse> settings,
        List<WarningResponse> warnings,
        List<UnmatchedReplyResponse> unmatchedReplies) {

    /**
     * A node.
     *
     * @param alive false when it has not reported for 15 s and did not say that it stops
     * @param self true for the node that answers
     * @param cpu share of the processors that its process uses, from 0 to 1; null when it is not known
     * @param memoryUsed bytes of its heap, like {@code memoryMax}
     * @param diskFree bytes of the disk that has its data directory, like {@code diskTotal}
     * @param journal false while it cannot write its send journal, and therefore sends nothing
     */
    record NodeResponse(
            String id,
            String host,
            String version,
            List<String> roles,
            boolean alive,
            boolean self,
            Instant startedAt,
            Instant seenAt,
            int processors,
            Optional<Double> cpu,
            long memoryUsed,
            long memoryMax,
            long diskFree,
            long diskTotal,
            boolean journal) {}

    /**
     * The mail server as the nodes that send see it.
     *
     * @param host null without a mail server, as are {@code port} and {@code tls}
     * @param status away while a node finds that it accepts nothing, otherwise ok: nothing is known against it
     * @param since when that began
     * @param relays those that emails go to, in their order; none where there is only one
     * @param lastFailure the last time one of the nodes could not use it, also when that is over
     */
    record TransportResponse(
            TransportKind kind,
            Optional<String> host,
            Optional<Integer> port,
            Optional<String> tls,
            boolean signsIn,
            int connections,
            TransportStatus status,
            Optional<Instant> since,
            Optional<FailureResponse> lastFailure,
            List<RelayResponse> relays) {}

    /**
     * One of several relays as the answering node sees it.
     *
     * @param open whether its circuit breaker is open: emails go to the next relay
     * @param lastReply what it said when it last failed, also when that is over
     */
    record RelayResponse(String name, boolean open, Optional<String> lastReply) {}

    /** The ways in which emails leave. */
    enum TransportKind {
        SMTP,
        /** Emails go straight to the mail hosts of their recipients. */
        DIRECT,
        /** Emails are kept and not sent. */
        CATCHER;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The state of the mail server: away while a node finds that it accepts nothing. */
    enum TransportStatus {
        OK,
        AWAY;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A failure of the mail server: when it began, at which node, and what it said. */
    record FailureResponse(Instant since, String node, String reply) {}

    /** The database; sizes in bytes. */
    record DatabaseResponse(
            String version, long bytes, long connections, int maxConnections, List<TableResponse> tables) {}

    /** A table with its indexes and long values; {@code rows} is an estimate. */
    record TableResponse(String name, long rows, long bytes, long indexBytes) {}

    /**
     * The backups by the command {@code backup}; those that are made in another way are not known.
     *
     * @param last the newest that was made
     * @param lastFailure the newest attempt that made none, also when a later one did
     */
    record BackupsResponse(
            BackupStatus status, Optional<BackupResponse> last, Optional<FailedBackupResponse> lastFailure) {}

    /** The state of the backups. */
    enum BackupStatus {
        /** None was ever made. */
        NONE,
        /** The newest attempt made none; an earlier one may have. */
        FAILED,
        OK;

        @JsonValue
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A backup that was made.
     *
     * @param takenAt the moment its rows are of, from which its age counts
     * @param host the machine the command ran on
     * @param images false where images are in a bucket, which is not part of a backup
     */
    record BackupResponse(
            Instant takenAt, Instant endedAt, String file, String host, long bytes, long rows, boolean images) {}

    /** An attempt that made no backup. */
    record FailedBackupResponse(Instant at, String file, String host, String problem) {}

    /** The time for which something is kept; {@code 0d} is for ever. */
    record RetentionResponse(String name, String kept) {}

    /**
     * A certificate of this node.
     *
     * @param problem why it could not be read
     */
    record CertificateResponse(
            String purpose,
            String file,
            Optional<String> subject,
            Optional<Instant> endsAt,
            Optional<String> problem) {}

    /** A migration of the schema that has run. */
    record MigrationResponse(
            String version, String description, Instant installedAt, int milliseconds, boolean success) {}

    /**
     * A setting of the node that answers.
     *
     * @param value null for a secret
     * @param set false while it is empty
     */
    record SettingResponse(
            String name,
            String variable,
            Optional<String> value,
            SettingInForce.Source source,
            boolean secret,
            boolean set) {}

    /** A warning or an error in the log of a node; equal ones are one with a count. */
    record WarningResponse(Instant at, String node, String level, String source, String message, long count) {

        static WarningResponse of(NodeState node, LogWarning line) {
            return new WarningResponse(
                    line.at(), node.host(), line.level(), line.source(), line.message(), line.count());
        }
    }

    /**
     * A kind of reply of mail servers whose words no rule knows: an email that gets it is retried or fails, and its recipient is never
     * suppressed.
     *
     * @param code the basic code (RFC 5321 section 4.2); null when the reply has none
     * @param enhanced the enhanced code (RFC 3463), null when the reply has none
     * @param reply the newest of them, with @ in the place of addresses
     * @param count how often it came
     */
    record UnmatchedReplyResponse(
            Optional<Integer> code,
            Optional<String> enhanced,
            String reply,
            long count,
            Instant firstAt,
            Instant lastAt) {}
}
