package io.godwit.reports;

import static java.util.Objects.requireNonNull;

import io.godwit.reports.FeedStore.Entry;
import io.godwit.sending.EmailReason;
import io.godwit.sending.EmailStatus;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Numbers of emails by their outcome.
 *
 * @param hasMore true when there are more than were counted
 * @param reasons at most three of each outcome, the most frequent first
 */
record FailureCounts(
        long bounced, long failed, long complained, long suppressed, boolean hasMore, List<FailureReason> reasons) {

    private static final int MAX_REASONS = 3;

    /** The enhanced status code (RFC 3463), else the reply code (RFC 5321 4.2) near the beginning. */
    private static final Pattern CODE =
            Pattern.compile("\\b[245]\\.\\d{1,3}\\.\\d{1,3}\\b|^\\D{0,40}?\\b([45]\\d\\d)\\b");

    private static final Map<ActivityType, EmailStatus> TYPE_TO_STATUS = Map.of(
            ActivityType.EMAIL_BOUNCED, EmailStatus.BOUNCED,
            ActivityType.EMAIL_FAILED, EmailStatus.FAILED,
            ActivityType.EMAIL_COMPLAINT, EmailStatus.COMPLAINED,
            ActivityType.EMAIL_SUPPRESSED, EmailStatus.SUPPRESSED);

    /** The types of entries that are counted. */
    static final Set<ActivityType> TYPES = TYPE_TO_STATUS.keySet();

    /**
     * A reason of several emails with their number. Replies of mail servers with one status code are one reason.
     *
     * @param status BOUNCED, FAILED, COMPLAINED or SUPPRESSED
     * @param reasonCode the code of an end decided here and not by a mail server
     * @param error the words of the newest of them
     */
    record FailureReason(EmailStatus status, Optional<EmailReason> reasonCode, Optional<String> error, long count) {

        private FailureReason plusOne() {
            return new FailureReason(status, reasonCode, error, count + 1);
        }
    }

    /** Counts the first {@code most} entries, the newest first; any further one only tells that there are more. */
    static FailureCounts of(List<Entry> found, int most) {
        var counted = found.stream().limit(most).map(Entry::activity).toList();
        return new FailureCounts(
                count(counted, ActivityType.EMAIL_BOUNCED),
                count(counted, ActivityType.EMAIL_FAILED),
                count(counted, ActivityType.EMAIL_COMPLAINT),
                count(counted, ActivityType.EMAIL_SUPPRESSED),
                found.size() > most,
                TYPES.stream()
                        .sorted()
                        .flatMap(type -> reasons(counted, type).stream())
                        .toList());
    }

    private static long count(List<Activity> counted, ActivityType type) {
        return counted.stream().filter(each -> each.type() == type).count();
    }

    private static List<FailureReason> reasons(List<Activity> counted, ActivityType type) {
        var keyToReason = new LinkedHashMap<String, FailureReason>();
        counted.stream().filter(each -> each.type() == type).forEach(each -> {
            var code = text(each, "reasonCode");
            var error = text(each, "error");
            if (code.isPresent() || error.isPresent()) {
                var status = requireNonNull(TYPE_TO_STATUS.get(type));
                var first = new FailureReason(status, code.map(EmailReason::valueOf), error, 1);
                keyToReason.merge(
                        code.orElseGet(() -> key(error.orElse(""))), first, (known, ignored) -> known.plusOne());
            }
        });
        return keyToReason.values().stream()
                .sorted(Comparator.comparing(FailureReason::count).reversed())
                .limit(MAX_REASONS)
                .toList();
    }

    private static Optional<String> text(Activity activity, String name) {
        return Optional.ofNullable(activity.metadata().get(name)).map(Object::toString);
    }

    private static String key(String error) {
        var code = CODE.matcher(error);
        return code.find() ? Optional.ofNullable(code.group(1)).orElseGet(code::group) : error;
    }
}
