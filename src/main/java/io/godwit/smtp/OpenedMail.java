package io.godwit.smtp;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** A caught message read from its file, in the forms in which it is asked for. */
record OpenedMail(CaughtMail mail, byte[] raw, MailReader.Contents contents) {

    static OpenedMail of(CaughtMail mail, byte[] raw) {
        return new OpenedMail(mail, raw, MailReader.read(raw));
    }

    ShownMail shown() {
        return new ShownMail(
                mail.id(),
                mail.receivedAt(),
                mail.from(),
                mail.to(),
                mail.subject(),
                mail.envelope(),
                mail.size(),
                contents.html(),
                contents.text(),
                contents.headers(),
                files(),
                new String(raw, StandardCharsets.UTF_8));
    }

    private List<ShownMail.File> files() {
        var files = new ArrayList<ShownMail.File>();
        for (var file : contents.attachments()) {
            files.add(new ShownMail.File(
                    file.filename(),
                    file.contentType(),
                    file.inline(),
                    file.contentId(),
                    file.bytes().length,
                    MailboxRoutes.MESSAGES + "/" + mail.id() + "/attachments/" + files.size()));
        }
        return files;
    }

    Optional<Attachment> attachment(String number) {
        var all = contents.attachments();
        return number.matches("\\d{1,4}") && Integer.parseInt(number) < all.size()
                ? Optional.of(all.get(Integer.parseInt(number)))
                : Optional.empty();
    }

    /** The HTML body for its frame: the message's own images in it, links opened outside. */
    String frame() {
        var shown = contents.html().orElse("");
        for (var file : contents.attachments()) {
            if (file.contentId().isPresent() && file.contentType().startsWith("image/")) {
                var id = file.contentId().get();
                var image = "data:" + file.contentType() + ";base64,"
                        + Base64.getEncoder().encodeToString(file.bytes());
                shown = shown.replace("cid:" + id, image).replace("cid:" + encoded(id), image);
            }
        }
        return "<!DOCTYPE html><base target=\"_blank\">" + shown;
    }

    /** Of a download (RFC 6266 §4.3). */
    static String disposition(String filename) {
        return "attachment; filename*=UTF-8''" + encoded(filename);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }
}
