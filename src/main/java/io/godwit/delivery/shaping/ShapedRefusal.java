package io.godwit.delivery.shaping;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.RefusalClassifier;
import io.godwit.bounces.RefusalScope;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.util.Optional;

/**
 * A refusal of a site, classified by the words of all mail systems and by the rules of its provider.
 *
 * @param rule the rule that matched
 */
public record ShapedRefusal(ClassifiedRefusal refusal, Optional<ReplyRule> rule) {

    /** Classifies a reply of class 4 or 5. */
    public static ShapedRefusal of(SmtpReply reply, SmtpStage stage, ShapedSite site, ShapingRules rules) {
        var refusal = RefusalClassifier.classify(reply, stage);
        var rule = rules.ruleOf(refusal, site.provider());
        return new ShapedRefusal(rule.flatMap(ReplyRule::kind).map(refusal::as).orElse(refusal), rule);
    }

    public RefusalScope scope() {
        return rule.flatMap(ReplyRule::scope).orElseGet(refusal::scope);
    }
}
