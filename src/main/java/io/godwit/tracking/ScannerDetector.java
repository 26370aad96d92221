package io.godwit.tracking;

import io.godwit.core.id.EmailId;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Detects scanners with the user agent of a browser: no person follows three links of an email within a second. */
final class ScannerDetector {

    private static final int LINKS = 3;
    static final Duration WITHIN = Duration.ofSeconds(1);

    private ScannerDetector() {}

    /** Returns the same hits in the same order; those of a burst are marked as a scanner's. */
    static List<Hit> markedIn(List<Hit> hits) {
        Map<EmailId, List<Hit>> emailToClicks = hits.stream()
                .filter(hit -> hit.kind() == Hit.Kind.CLICK && hit.isHuman())
                .collect(Collectors.groupingBy(Hit::email));
        Set<Hit> scanned = new HashSet<>();
        emailToClicks.values().forEach(clicks -> clicks.forEach(click -> scanned.addAll(burst(click, clicks))));
        return hits.stream()
                .map(hit -> scanned.contains(hit) ? hit.by(HitClass.SCANNER) : hit)
                .toList();
    }

    /** Returns the clicks within a second from this one on, if they are on at least the number of links of a burst. */
    private static List<Hit> burst(Hit first, List<Hit> clicks) {
        var near = clicks.stream()
                .filter(click -> !click.at().isBefore(first.at())
                        && click.at().isBefore(first.at().plus(WITHIN)))
                .toList();
        return near.stream().map(Hit::link).distinct().count() >= LINKS ? near : List.of();
    }
}
