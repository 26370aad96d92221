package io.godwit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchRule;
import io.godwit.accounts.OneTimeToken;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.crypto.Mac;

/**
 * Secrets are compared with {@code MessageDigest.isEqual} and with nothing that stops at the first difference. Classes that
 * make, sign or hash something compare no bytes and no texts otherwise; nor does any class compare a secret by its type.
 */
final class ConstantTimeRule {

    private static final Set<String> COMPARISONS = Set.of(
            "equals", "equalsIgnoreCase", "contentEquals", "compareTo", "compare", "compareUnsigned", "mismatch");

    /** Types that are a secret, or have one in them. */
    private static final List<String> SECRETS = List.of(
            "io.godwit.accounts.OneTimeToken",
            "io.godwit.accounts.RecoveryCode",
            "io.godwit.accounts.CredentialsRequest",
            "io.godwit.oauth.AuthorizationState",
            "io.godwit.projects.ApiKeyPair");

    /** They hash what anybody may see: a picture, the parts of a form. */
    private static final List<String> WITHOUT_SECRETS =
            List.of("io.godwit.uploads.ImageKey", "io.godwit.web.body.MultipartParser");

    static final ArchRule RULE = noClasses()
            .should()
            .callMethodWhere(new DescribedPredicate<>("compares secrets with something that stops early") {
                @Override
                public boolean test(JavaMethodCall call) {
                    return comparesSecrets(call);
                }
            });

    private ConstantTimeRule() {}

    private static boolean comparesSecrets(JavaMethodCall call) {
        var owner = call.getTargetOwner();
        var compares = COMPARISONS.contains(call.getName());
        return compares
                && (SECRETS.contains(owner.getName())
                        || owner.isEquivalentTo(Arrays.class) && takesWholeArrays(call)
                        || (isText(owner) && guards(call.getOriginOwner())));
    }

    /** Parts of an array are looked for in files; a secret is compared whole. */
    private static boolean takesWholeArrays(JavaMethodCall call) {
        return call.getTarget().getRawParameterTypes().size() == 2;
    }

    private static boolean isText(JavaClass owner) {
        return owner.isEquivalentTo(String.class)
                || owner.isEquivalentTo(Objects.class)
                || owner.isAssignableTo("io.vertx.core.buffer.Buffer");
    }

    /** The methods that compute what a secret is compared with. */
    private static boolean guards(JavaClass origin) {
        return !WITHOUT_SECRETS.contains(origin.getName())
                && origin.getMethodCallsFromSelf().stream()
                        .map(JavaMethodCall::getTargetOwner)
                        .anyMatch(owner -> owner.isEquivalentTo(Mac.class)
                                || owner.isEquivalentTo(MessageDigest.class)
                                || owner.isEquivalentTo(SecureRandom.class));
    }

    /** Does all that is forbidden. */
    @SuppressWarnings("unused")
    static final class CarelessComparisons {

        private final SecureRandom random = new SecureRandom();

        boolean byType(OneTimeToken one, OneTimeToken other) {
            return one.equals(other);
        }

        boolean byBytes(byte[] one, byte[] other) {
            random.nextBytes(one);
            return Arrays.equals(one, other);
        }

        boolean byText(String one, String other) {
            return one.equals(other);
        }

        boolean byObject(String one, String other) {
            return Objects.equals(one, other);
        }
    }
}
