"""How mail programs quote the letter that somebody answers: what each puts above it, in many languages.

`{FROM}` is our name with our address, `{ADDRESS}` the address alone, `{SUBJECT}` the Subject. An empty introduction
is that of programs which put none there.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable

MARKED = {
    "Gmail, English": "On Fri, Nov 20, 2026 at 1:00 PM {FROM} wrote:",
    "Gmail, English, wrapped": "On Fri, Nov 20, 2026 at 1:00 PM pbmserv\n<{ADDRESS}> wrote:",
    "Gmail, German": "Am Fr., 20. Nov. 2026 um 13:00 Uhr schrieb {FROM}:",
    "Gmail, Polish": "pt., 20 lis 2026 o 13:00 {FROM} napisał(a):",
    "Gmail, Czech": "pá 20. 11. 2026 v 13:00 odesílatel {FROM} napsal:",
    "Gmail, Finnish": "pe 20. marrask. 2026 klo 13.00 {FROM} kirjoitti:",
    "Gmail, Turkish": "{FROM}, 20 Kas 2026 Cum, 13:00 tarihinde şunu yazdı:",
    "Gmail, Hungarian": "{FROM} ezt írta (időpont: 2026. nov. 20., P, 13:00):",
    "Gmail, Ukrainian": "пт, 20 лист. 2026 р. о 13:00 {FROM} пише:",
    "Gmail, Korean": "2026년 11월 20일 (금) 오후 1:00, {FROM}님이 작성:",
    "Gmail, Vietnamese": "Vào Th 6, 20 thg 11, 2026 vào lúc 13:00 {FROM} đã viết:",
    "Gmail, Thai": "ในวันที่ ศ. 20 พ.ย. 2026 เวลา 13:00 {FROM} เขียนว่า:",
    "Gmail, Indonesian": "Pada tanggal Jum, 20 Nov 2026 pukul 13.00 {FROM} menulis:",
    "Gmail, Hebrew": "‫בתאריך יום ו׳, 20 בנוב׳ 2026 ב-13:00 מאת ‪pbmserv‬‏ <‪{ADDRESS}‬‏>:‬",
    "Gmail, Arabic": "في الجمعة، 20 نوفمبر 2026 في 1:00 م تمت كتابة ما يلي بواسطة {FROM}:",
    "Gmail, Hindi": "शुक्र, 20 नव॰ 2026 को 1:00 pm बजे को {FROM} ने लिखा:",
    "Apple Mail, English": "> On 20 Nov 2026, at 13:00, {FROM} wrote:\n> ",
    "Apple Mail, Danish": "Den 20. nov. 2026 kl. 13.00 skrev {FROM}:",
    "Apple Mail, Croatian": "Dana 20. stu 2026., u 13:00, {FROM} je napisao/la:",
    "Apple Mail, Greek": "Στις 20 Νοε 2026, στις 1:00 μ.μ., ο χρήστης {FROM} έγραψε:",
    "Apple Mail, Romanian": "Pe 20 nov. 2026, la 13:00, {FROM} a scris:",
    "Apple Mail, Slovak": "Dňa 20. 11. 2026, v čase 13:00, {FROM} napísal:",
    "Apple Mail, Catalan": "El 20 nov 2026, a les 13:00, {FROM} va escriure:",
    "Thunderbird, French": "Le 20/11/2026 à 13:00, pbmserv a écrit :",
    "Thunderbird, Polish": "W dniu 20.11.2026 o 13:00, pbmserv pisze:",
    "Thunderbird, Slovenian": "V 20. 11. 2026 ob 13:00 je pbmserv napisal(a):",
    "Thunderbird, Bulgarian": "На 20.11.2026 г. в 13:00 ч., pbmserv написа:",
    "Thunderbird, Japanese": "On 2026/11/20 13:00, pbmserv wrote:",
    "Thunderbird, Chinese": "在 2026/11/20 13:00, pbmserv 写道:",
    "Thunderbird, Lithuanian": "2026-11-20 13:00, pbmserv rašė:",
    "KMail": "On Friday, 20 November 2026 13:00:00 CET pbmserv wrote:",
    "Gnus": "pbmserv <{ADDRESS}> writes:",
    "mutt": "* pbmserv <{ADDRESS}> [2026-11-20 13:00]:",
    "Horde, German": "Zitat von {FROM}:",
    "Horde, Spanish": "{FROM} escribió:",
    "Roundcube": "On 2026-11-20 13:00, {ADDRESS} wrote:",
    "Roundcube, Estonian": "{FROM} kirjutas 20.11.2026 13:00:",
    "SOGo": "Am 20. November 2026 13:00:00 MEZ schrieb pbmserv <{ADDRESS}>:",
    "K-9, French": "Le 20 novembre 2026 13:00:00 GMT+01:00, pbmserv <{ADDRESS}> a écrit :",
    "Proton": "On Friday, November 20th, 2026 at 1:00 PM, {FROM} wrote:\n",
    "Proton, with a title": "------- Original Message -------\nOn Friday, November 20th, 2026, {FROM} wrote:\n",
    "Seznam": "---------- Původní e-mail ----------\nOd: {ADDRESS}\nKomu: bob@b.example\nDatum: 20. 11. 2026 13:00\n",
    "mail.ru": "Пятница, 20 ноября 2026, 13:00 +03:00 от {FROM}:",
    "Yandex": '20.11.2026, 13:00, "pbmserv" <{ADDRESS}>:',
    "Mailspring": "On Nov 20 2026, at 1:00 pm, {FROM} wrote:",
    "nothing": "",
}
"""Above a letter whose lines are marked with `>`."""

UNMARKED = {
    **{name: MARKED[name] for name in ("Gmail, Turkish", "Horde, German", "Gnus", "mail.ru", "Roundcube, Estonian")},
    "Yahoo, English": "On Friday, November 20, 2026, 01:00:00 PM GMT+1, {FROM} wrote:  \n ",
    "Yahoo, Spanish": "    El viernes, 20 de noviembre de 2026, 13:00:00 CET, {FROM} escribió:  \n ",
    "Yahoo on Android, German": "  Am Fr., Nov. 20, 2026 at 13:00 schrieb pbmserv<{ADDRESS}>:  ",
    "Outlook, English": "From: {FROM}\nSent: Friday, November 20, 2026 1:00 PM\nTo: bob\nSubject: {SUBJECT}",
    "Outlook, Polish": "Od: {FROM}\nWysłano: piątek, 20 listopada 2026 13:00\nDo: bob\nTemat: {SUBJECT}",
    "Outlook, Russian": "От: {FROM}\nОтправлено: 20 ноября 2026 г. 13:00\nКому: bob\nТема: {SUBJECT}",
    "Outlook, Czech": "Od: {FROM}\nOdesláno: pátek 20. listopadu 2026 13:00\nKomu: bob\nPředmět: {SUBJECT}",
    "Outlook, Slovak": "Od: {FROM}\nOdoslané: piatok 20. novembra 2026 13:00\nKomu: bob\nPredmet: {SUBJECT}",
    "Outlook, Finnish": "Lähettäjä: {FROM}\nLähetetty: perjantai 20. marraskuuta 2026 13.00\nAihe: {SUBJECT}",
    "Outlook, Swedish": "Från: {FROM}\nSkickat: den 20 november 2026 13:00\nTill: bob\nÄmne: {SUBJECT}",
    "Outlook, Turkish": "Gönderen: {FROM}\nGönderildi: 20 Kasım 2026 13:00\nKime: bob\nKonu: {SUBJECT}",
    "Outlook, Hungarian": "Feladó: {FROM}\nElküldve: 2026. november 20. 13:00\nCímzett: bob\nTárgy: {SUBJECT}",
    "Outlook, Ukrainian": "Від: {FROM}\nНадіслано: 20 листопада 2026 р. 13:00\nКому: bob\nТема: {SUBJECT}",
    "Outlook, Japanese": "差出人: {FROM}\n送信日時: 2026年11月20日 13:00\n宛先: bob\n件名: {SUBJECT}",
    "Outlook, Chinese": "发件人: {FROM}\n发送时间: 2026年11月20日 13:00\n收件人: bob\n主题: {SUBJECT}",
    "Outlook, Taiwan": "寄件者: {FROM}\n寄件日期: 2026年11月20日 13:00\n收件者: bob\n主旨: {SUBJECT}",
    "Outlook, Korean": "보낸 사람: {FROM}\n보낸 날짜: 2026년 11월 20일 13:00\n받는 사람: bob\n제목: {SUBJECT}",
    "Outlook, Greek": "Από: {FROM}\nΣτάλθηκε: 20 Νοεμβρίου 2026 1:00 μμ\nΠρος: bob\nΘέμα: {SUBJECT}",
    "Outlook, Arabic": "من: {FROM}\n‏تم الإرسال: 20 نوفمبر 2026 13:00\nإلى: bob\nالموضوع: {SUBJECT}",
    "Outlook, Hebrew": "מאת: {FROM}\nנשלח: 20 נובמבר 2026 13:00\nאל: bob\nנושא: {SUBJECT}",
    "Outlook, Thai": "จาก: {FROM}\nส่ง: 20 พฤศจิกายน 2026 13:00\nถึง: bob\nเรื่อง: {SUBJECT}",
    "Outlook, Romanian": "De la: {FROM}\nTrimis: vineri, 20 noiembrie 2026 13:00\nCătre: bob\nSubiect: {SUBJECT}",
    "Outlook, Bulgarian": "От: {FROM}\nИзпратено: 20 ноември 2026 г. 13:00\nДо: bob\nОтносно: {SUBJECT}",
    "Outlook, Croatian": "Šalje: {FROM}\nPoslano: 20. studenog 2026. 13:00\nPrima: bob\nPredmet: {SUBJECT}",
    "Outlook, Lithuanian": "Nuo: {FROM}\nIšsiųsta: 2026 m. lapkričio 20 d. 13:00\nKam: bob\nTema: {SUBJECT}",
    "Outlook on the web, Italian": "_" * 32 + "\nDa: {FROM}\nInviato: venerdì 20 novembre 2026 13:00\nA: bob\n"
    "Oggetto: {SUBJECT}",
    "Outlook on the web, Polish": "_" * 32
    + "\nOd: {FROM}\nWysłane: piątek, 20 listopada 2026 13:00\nTemat: {SUBJECT}",
    "Outlook, with bold labels": "*From:* {FROM}\n*Sent:* Friday, November 20, 2026 1:00 PM\n*Subject:* {SUBJECT}",
    "Samsung, English": "-------- Original message --------\nFrom: {FROM}\nDate: 20/11/2026 13:00 (GMT+01:00)\n"
    "To: bob@b.example\nSubject: {SUBJECT}",
    "Samsung, Czech": "-------- Původní zpráva --------\nOd: {FROM}\nDatum: 20.11.26 13:00 (GMT+01:00)\n"
    "Komu: bob@b.example\nPředmět: {SUBJECT}",
    "Samsung, Turkish": "-------- Orijinal mesaj --------\nKimden: {FROM}\nTarih: 20.11.2026 13:00\nKonu: {SUBJECT}",
    "QQ": '------------------ 原始邮件 ------------------\n发件人: "pbmserv" <{ADDRESS}>;\n'
    '发送时间: 2026年11月20日(星期五) 下午1:00\n收件人: "bob"<bob@b.example>;\n主题: {SUBJECT}',
    "NetEase": 'At 2026-11-20 13:00:00, "pbmserv" <{ADDRESS}> wrote:',
    "NetEase, Chinese": "---- 回复的原邮件 ----\n| 发件人 | pbmserv<{ADDRESS}> |\n| 日期 | 2026年11月20日 13:00 |\n"
    "| 收件人 | bob |\n| 主题 | {SUBJECT} |",
    "Naver": "-----Original Message-----\nFrom: {FROM}\nTo: <bob@b.example>;\nCc:\nSent: 2026-11-20 (금) 13:00:00\n"
    "Subject: {SUBJECT}",
    "WP": "Dnia 20 listopada 2026 13:00 pbmserv &lt;{ADDRESS}&gt; napisał(a):",
    "Onet": "W dniu 2026-11-20 13:00:00 użytkownik {FROM} napisał:",
    "o2": "Dnia 20 listopada 2026 13:00 {FROM} napisał(a):\n",
    "Libero": "Il 20 novembre 2026 alle 13.00 {FROM} ha scritto:",
    "GMX": "Gesendet: Freitag, 20. November 2026 um 13:00 Uhr\nVon: {FROM}\nAn: bob@b.example\nBetreff: {SUBJECT}",
    "Spark": "On 20 Nov 2026, 13:00 +0100, {FROM}, wrote:",
    "Orange": "> Message du 20/11/26 13:00\n> De : {FROM}\n> A : bob@b.example\n> Objet : {SUBJECT}\n>",
    "Zimbra": 'De: "pbmserv" <{ADDRESS}>\nÀ: "bob" <bob@b.example>\nEnvoyé: Vendredi 20 Novembre 2026 13:00:00\n'
    "Objet: {SUBJECT}",
    "Notes": "pbmserv <{ADDRESS}>\n20.11.2026 13:00\n\nAn\nbob@b.example\nKopie\n\nThema\n{SUBJECT}\n",
    "forwarded and then answered": "---------- Forwarded message ---------\nVon: bob <bob@b.example>\n"
    "Date: Fr., 20. Nov. 2026 um 14:00 Uhr\nSubject: Fwd: {SUBJECT}\nTo: me@b.example\n\n\n"
    "---------- Forwarded message ---------\nFrom: {FROM}\nDate: Fri, Nov 20, 2026 at 1:00 PM\nSubject: {SUBJECT}\n",
    "nothing": "",
}
"""Above a letter whose lines are not marked."""


def in_paragraphs(text: str) -> str:
    """Each paragraph on one line, as programs make it that take out line breaks."""
    return "\n\n".join(" ".join(paragraph.split("\n")) for paragraph in text.split("\n\n"))


def wrapped_anew(text: str) -> str:
    """The same text in lines of fifty characters, whatever stood on them."""
    return "\n\n".join(textwrap.fill(paragraph, 50) for paragraph in text.split("\n\n"))


CHANGES: dict[str, Callable[[str], str]] = {
    "as it was": lambda text: text,
    "wrapped anew": wrapped_anew,
    "in paragraphs": in_paragraphs,
    "on one line": lambda text: " ".join(text.split()),
    "hard blanks": lambda text: text.replace("  ", "\u00a0 "),
    "all blanks hard": lambda text: text.replace(" ", "\u00a0"),
    "bold headline": lambda text: f"*{text.partition(chr(10))[0]}*\n{text.partition(chr(10))[2]}",
    "empty lines between": lambda text: text.replace("\n", "\n\n"),
    "no empty lines": lambda text: "\n".join(line for line in text.split("\n") if line.strip()),
    "indented": lambda text: textwrap.indent(text, "    "),
    "bars": lambda text: textwrap.indent(text, "| ", lambda _: True),
    "dashes": lambda text: textwrap.indent(text, "- ", lambda _: True),
    "full width": lambda text: textwrap.indent(text, "＞ ", lambda _: True),
    "drawn bars": lambda text: textwrap.indent(text, "▏", lambda _: True),
    "narrow": lambda text: "\n".join(textwrap.fill(line, 36) for line in text.split("\n")),
    "initials": lambda text: textwrap.indent(text, "pb> ", lambda _: True),
}
"""What programs make of the text of a letter."""
