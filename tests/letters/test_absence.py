"""Absence notes in many languages, and what people write that is none."""

from __future__ import annotations

import pytest

from pbmserv.letters.absence import is_subject_of_a_note, looks_like_absence, reads_like_a_note

SUBJECTS = [
    "Automatic reply: Hex Board 104 alice **",
    "Auto-Reply: x",
    "Автоответ: Re: Hex",
    "Автоматический ответ: Hex",
    "Abwesenheitsnotiz: Re",
    "Automatische Antwort: x",
    "Réponse automatique : x",
    "Reponse automatique: x",
    "Respuesta automática: x",
    "Resposta automática: x",
    "Risposta automatica: x",
    "Automatisch antwoord: x",
    "Afwezig: x",
    "Autosvar: x",
    "Automatiskt svar: x",
    "Automatisk svar: x",
    "Fraværsassistent",
    "Automaattinen vastaus: x",
    "Automatyczna odpowiedź: x",
    "Autoodpowiedź: x",
    "Automatická odpověď: x",
    "Automatická odpoveď: x",
    "Automatikus válasz: x",
    "Házon kívül: x",
    "Автовідповідь: x",
    "Автоматична відповідь: x",
    "Automatski odgovor: x",
    "Samodejni odgovor: x",
    "Răspuns automat: x",
    "Αυτόματη απάντηση: x",
    "Otomatik Yanıt: x",
    "Otomatik yanıt",
    "תשובה אוטומטית: x",
    "מענה אוטומטי: x",
    "رد تلقائي: x",
    "自動応答: x",
    "自動返信",
    "自动答复: x",
    "自动回复",
    "自動回覆: x",
    "자동 회신: x",
    "Trả lời tự động: x",
    "Out of Office: x",
    "OOO: back Monday",
    "I'm away",
    "[Auto-Reply] Hex",
    "부재 중: x",
    "不在通知",
    "Balasan otomatis: x",
]
SUBJECTS_OF_PEOPLE = [
    "Re: Hex Board 104 alice **",
    "hex move 104 alice secret d3",
    "help automatic moves",
    "Chess: message from bob",
    "away-match 104",
    "Trichet Board 101 bob",
    "vacation alice secret 5",
]
NOTES = [
    "Ja, ich bin bis 3. Dezember im Urlaub.",
    "Здравствуйте! Я нахожусь в отпуске до 3 декабря.",
    "Я в отпуске до 3 декабря.",
    "Добрый день! Спасибо за письмо. С 20 ноября по 3 декабря я буду отсутствовать.",
    "Отсутствую на рабочем месте до 3 декабря",
    "I am out of the office until Monday.",
    "I'm currently away and will answer when I return",
    "Thank you for your mail. I will be on annual leave until 3 December.",
    "Ich bin derzeit nicht im Büro.",
    "Je suis actuellement en congé jusqu'au 3 décembre.",
    "Je suis absente du bureau jusqu'au 3",
    "Estaré fuera de la oficina hasta el 3",
    "Estoy de vacaciones hasta el lunes.",
    "Estou de férias até 3",
    "Sono in ferie fino al 3",
    "Ik ben met vakantie tot 3",
    "Jag har semester till den 3",
    "Jeg er på ferie til 3",
    "Olen lomalla 3.12. asti",
    "Przebywam na urlopie do 3",
    "Jestem nieobecny do 3",
    "Jsem na dovolené do 3",
    "Som na dovolenke do 3",
    "Szabadságon vagyok december 3-ig",
    "Я у відпустці до 3",
    "Na godišnjem sam do 3",
    "Sunt în concediu până pe 3",
    "Είμαι σε άδεια μέχρι",
    "3 Aralık'a kadar izindeyim",
    "3 Aralık'a kadar izinde olacağım",
    "אני בחופשה עד",
    "أنا في إجازة حتى",
    "12月3日まで休暇をいただいております",
    "ただいま不在にしております",
    "我正在休假,12月3日回来",
    "我目前不在办公室",
    "12월 3일까지 휴가 중입니다",
    "Tôi đang nghỉ phép đến",
    "Saya sedang cuti sampai",
    "Ik ben afwezig",
]
WORDS_OF_PEOPLE = [
    "Well played!",
    "Enjoy your holiday!",
    "Have a nice vacation, see you on Monday",
    "Schöner Zug! Schönen Urlaub!",
    "Bonnes vacances !",
    "I am sure you will win. I put my pieces away.",
    "Хорошего отпуска!",
    "Are you on vacation?",
    "Good game. I was far away from winning.",
    "良い手です",
    "d3",
    "Ich bin sicher, dass du gewinnst",
    "yes",
    "I'm thinking",
]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_note_is_told_by_its_subject(subject: str) -> None:
    assert is_subject_of_a_note(subject)
    assert looks_like_absence(subject, "")


@pytest.mark.parametrize("subject", SUBJECTS_OF_PEOPLE)
def test_the_subject_of_a_person_is_none(subject: str) -> None:
    assert not is_subject_of_a_note(subject)


@pytest.mark.parametrize("text", NOTES)
def test_a_note_is_told_by_how_it_begins(text: str) -> None:
    assert reads_like_a_note(text)
    assert looks_like_absence("Re: Hex Board 101 alice **", f"\n\n{text}\n")


@pytest.mark.parametrize("text", WORDS_OF_PEOPLE)
def test_a_person_says_other_things(text: str) -> None:
    assert not reads_like_a_note(text)


def test_only_the_beginning_of_a_text_counts() -> None:
    lines = ["Well played."] * 7

    assert reads_like_a_note("\n\n".join([*lines, "I am on holiday."]))
    assert not reads_like_a_note("\n\n".join([*lines, "Well played.", "I am on holiday."]))
