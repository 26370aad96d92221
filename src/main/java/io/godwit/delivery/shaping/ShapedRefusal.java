package io.godwit.delivery.shaping;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.RefusalClass;
import io.godwit.bounces.RefusalClassifier;
import io.godwit.bounces.RefusalScope;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.util.Optional;
import java.util.Set;

/**
 * A refusal of a site, classified by the words of all mail systems and by the rules of its provider.
 *
 * @param rule the rule that matched
 */
public record ShapedRefusal(ClassifiedRefusal refusal, Optional<ReplyRule> rule) {

    /** The classes of a 421 that gives no reason, or one within the host (RFC 5321 §3.8). */
    private static final Set<RefusalClass> UNEXPLAINED =
            Set.of(RefusalClass.SYSTEM, RefusalClass.ROUTING, RefusalClass.SESSION, RefusalClass.UNKNOWN);

    /** Classifies a reply of class 4 or 5. */
    public static ShapedRefusal of(SmtpReply reply, SmtpStage stage, ShapedSite site, ShapingRules rules) {
        var refusal = RefusalClassifier.classify(reply, stage);
        var rule = rules.ruleOf(refusal, site.provider());
        return new ShapedRefusal(rule.flatMap(ReplyRule::kind).map(refusal::as).orElse(refusal), rule);
    }

    /**
     * Returns whether the refusal is about the connection alone, so that the email may go over another one: it has carried enough, or
     * the host closes it without a reason that any rule knows.
     */
    public boolean isOfConnection() {
        return scope() == RefusalScope.CONNECTION || (rule.isEmpty() && UNEXPLAINED.contains(refusal.kind()));
    }

    public RefusalScope scope() {
        return rule.flatMap(ReplyRule::scope).orElseGet(refusal::scope);
    }
}
