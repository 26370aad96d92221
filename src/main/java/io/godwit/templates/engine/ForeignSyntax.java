package io.godwit.templates.engine;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The placeholders of other mail services as regular expressions, each with a group for the text inside it. Lengths are bounded, so
 * that a search takes linear time.
 */
final class ForeignSyntax {

    /** The groups of placeholders, one for each form. */
    static final List<String> GROUPS = List.of(
            "merge",
            "script",
            "block",
            "amp",
            "recipient",
            "mailgun",
            "asm",
            "link",
            "percent",
            "dash",
            "square",
            "fallback",
            "dollar",
            "aweber",
            "active",
            "mautic",
            "brace",
            "subscriber",
            "action",
            "list",
            "element",
            "zoho",
            "shell",
            "at",
            "dotdigital",
            "ruby");

    private static final String NAME = "[A-Za-z_][A-Za-z0-9_.]{0,63}";

    private static final String UNSUBSCRIBE = "unsubscribe(?:_?(?:url|link|text))?";

    /** Names that are hardly ever anything else, in any case. */
    private static final String CLEAR = "first_?name|last_?name|full_?name|fname|lname|e?mail_?address|" + UNSUBSCRIBE;

    /** Names a contact's data usually has; marks as short as {@code -name-} count with these alone. */
    private static final String USUAL = "user_?name|name|e?mail|company|" + CLEAR;

    /** Every form begins with one of the signs that are looked for first. */
    private static final Pattern FORMS = Pattern.compile("(?=[*%<\\[{$@-])(?:"
            // Mailchimp, Mandrill
            + "\\*\\|(?<merge>(?:[A-Z][A-Z0-9_]{0,63}|(?i:" + USUAL + "))(?:[:|][^|*\\n]{0,64}){0,2})\\|\\*"
            // Salesforce's AMPscript
            + "|%%=(?<script>[A-Za-z][^%\\n]{0,200})=%%|%%\\[(?<block>)"
            + "|%%(?<amp>" + NAME + "|(?<!\\d%%)" + NAME + "(?: " + NAME + "){1,2})%%"
            // Mailgun
            + "|(?<![\\w%])%(?:recipient\\.(?<recipient>" + NAME
            + ")|(?<mailgun>(?:tag_|mailing_list_)?unsubscribe_url"
            + "|recipient(?:_email|_name|_fname|_lname)?))%(?![\\w%])"
            // SendGrid
            + "|<%\\s?(?<asm>asm_[a-z_]{1,60})\\s?%>|(?<=href=[\"'])\\[(?<link>(?i:unsubscribe[a-z_]{0,30}))\\](?=[\"'])"
            // SendGrid, ActiveCampaign and others
            + "|(?<![\\w%])%(?:(?<percent>(?i:" + USUAL + "))"
            + "|(?<active>SENDER-INFO(?:-SINGLELINE)?|WEBCOPY|SUBSCRIBERPREFS))%(?![\\w%])"
            + "|(?<![\\w!-])-(?<dash>(?i:" + USUAL + "))-(?![\\w>-])"
            // Mailjet, GetResponse, Constant Contact and others
            + "|\\[\\[(?:data:|var:)?(?<square>" + NAME + "|(?i:(?:first|last|full) name|e-?mail address))"
            + "(?::[^\\]\\n]{0,100}| (?i:or) (?:\"|&quot;)[^\\]\\n]{0,100})?\\]\\]"
            // Campaign Monitor
            + "|\\[(?<fallback>" + NAME + "),\\s?fallback=[^\\]\\n]{0,100}\\]"
            + "|<(?<element>(?i:unsubscribe|webversion|preferences|forwardtoafriend))(?:\\s[^<>\\n]{0,200})?>"
            // MailPoet, phpList
            + "|\\[(?:subscriber:(?<subscriber>[a-z_]{1,40})|link:(?<action>(?:subscription|newsletter)_[a-z_]{1,60}))"
            + "(?:\\s?\\|[^\\]\\n]{0,100})?\\]"
            + "|\\[(?<list>(?:UNSUBSCRIBE|PREFERENCES)URL)\\]"
            // MailerLite, AWeber
            + "|\\{\\$(?<dollar>" + NAME + ")(?:\\|[^{}\\n]{1,100})?\\}|\\{!(?<aweber>" + NAME + ")\\}"
            // Mautic, CleverReach
            + "|(?<![{$#%])\\{(?:(?:contact|lead|owner)field=(?<mautic>" + NAME + ")(?:\\|[^{}\\n]{0,100})?"
            + "|(?<brace>(?i:" + CLEAR + "|web_?view_(?:url|text)|online_?version)|NAME|EMAIL|COMPANY))\\}"
            // Zoho
            + "|\\$\\[(?:[A-Z]{2}:)?(?<zoho>[A-Z][A-Z0-9_]{1,63})(?:\\|[^\\]\\n]{0,100})?\\]\\$"
            + "|\\$\\{(?<shell>(?:contact|subscriber|recipient|lead)\\." + NAME + "|(?i:" + CLEAR + "))\\}"
            // Dotdigital
            + "|(?<![\\w.@+-])@(?<at>(?:FIRST|LAST|FULL)_?NAME|NAME|EMAIL|COMPANY|POSTCODE)@(?![\\w@])"
            + "|\\$(?<dotdigital>UNSUB|CANTREAD)\\$"
            // Ruby, and JavaScript on servers
            + "|<%=(?<ruby>[^%\\n]{1,100})%>"
            // Comments of Jinja and Twig
            + "|(?<comment>\\{#\\s[^{}\\n]{0,200}#\\})"
            // MJML
            + "|(?<mjml><mj(?:ml|-[a-z]{2,20})[\\s>/])"
            + "|(?<code><script)\\b)");

    private ForeignSyntax() {}

    static Matcher matcher(String source) {
        return FORMS.matcher(source);
    }

    /** Tells whether this is no placeholder but the beginning of a script. */
    static boolean isScript(Matcher found) {
        return found.group("code") != null;
    }

    /** Returns the position of the end of a script; a browser takes one without an end for a script up to the last line. */
    static int scriptEnd(String source, int from) {
        var end = source.indexOf("</script", from);
        return end < 0 ? source.length() : end;
    }

    /** Tells whether the placeholder would be sound JavaScript in a script. */
    static boolean isCode(Matcher found) {
        return found.group("brace") != null || found.group("shell") != null || found.group("zoho") != null;
    }
}
