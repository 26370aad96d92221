package io.godwit.delivery.shaping;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.RefusalClass;
import io.godwit.bounces.RefusalScope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A rule on replies: the class and the scope it gives them, and the limits it sets for a while. The first rule that matches a
 * reply counts.
 *
 * @param name for the page that explains a suspension
 * @param provider the only provider it is for; empty for all
 * @param codes beginnings of the basic or the enhanced code, one of which the reply must have; empty for any
 * @param text found anywhere in the reply's lines, in any case
 * @param kind the class; empty leaves the classifier's
 * @param scope empty leaves the classifier's
 * @param times replies within an hour that trigger the limits
 * @param suspend the time nothing is sent in the scope; zero for no suspension
 * @param rate max emails per hour while the limits last; empty for no limit
 * @param connections max connections while the limits last; empty for no limit
 * @param lasts the time the rate and the connections are limited
 */
public record ReplyRule(
        String name,
        Optional<String> provider,
        List<String> codes,
        Pattern text,
        Optional<RefusalClass> kind,
        Optional<RefusalScope> scope,
        int times,
        Duration suspend,
        Optional<Integer> rate,
        Optional<Integer> connections,
        Duration lasts) {

    public ReplyRule {
        codes = List.copyOf(codes);
        if (times < 1) {
            throw new IllegalArgumentException("the reply rule \"" + name + "\" needs times of 1 or more");
        }
        if (kind.isPresent() && kind.get() == RefusalClass.DEAD) {
            throw new IllegalArgumentException("the reply rule \"" + name + "\" must not make an address dead");
        }
    }

    boolean matches(Optional<String> provider, ClassifiedRefusal refusal) {
        return (this.provider.isEmpty() || this.provider.equals(provider))
                && hasCode(refusal)
                && text.matcher(refusal.line()).find();
    }

    private boolean hasCode(ClassifiedRefusal refusal) {
        var basic = refusal.code().map(String::valueOf).orElse("");
        var enhanced = refusal.enhanced().orElse("");
        return codes.isEmpty()
                || codes.stream().anyMatch(begin -> basic.startsWith(begin) || enhanced.startsWith(begin));
    }

    boolean limits() {
        return !suspend.isZero() || rate.isPresent() || connections.isPresent();
    }
}
