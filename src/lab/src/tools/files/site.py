#!/usr/bin/env python3
"""A site of pages in many character sets and forms of HTTP, and what is right of each.

  site.py PORT          serves it on 127.0.0.1 until it is stopped
  site.py --truth       prints a line of JSON for each page: path, status, contentType, title, words, body (base64)
"""
import base64, gzip, json, sys
from urllib.parse import unquote
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TEXTS = {
    'en': 'The harbour office wrote down each boat, its master and what it carried – “salt”, mostly',
    'fr': 'L’été dernier, les élèves ont mangé des œufs près du château, où l’on chantait déjà',
    'pl': 'Ceny i opłaty: żółć, źdźbło, gęś i łąka, które rosły obok drogi do młyna',
    'ru': 'Съешь ещё этих мягких французских булок, да выпей чаю у старой мельницы',
    'uk': 'Ціни та ґрунти: їжак, єнот і ґава жили біля старого млина над річкою',
    'el': 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία στο παλιό λιμάνι της πόλης',
    'ja': '港の事務所は毎日すべての船の名前と積荷を帳面に書いていました',
    'zh': '港口办公室每天都把每条船的名字和货物写在账本上并且保存多年',
    'tw': '港口辦公室每天都把每條船的名字和貨物寫在帳本上並且保存多年',
    'ko': '항구 사무소는 매일 모든 배의 이름과 짐을 장부에 적어 두었습니다',
    'he': 'משרד הנמל רשם בכל יום את שמות הספינות ואת המטען שלהן בפנקס',
    'tr': 'Liman bürosu her gün bütün gemilerin adını ve yükünü deftere yazıyordu, şöyle ki çoğu tuzdu',
}

# path: language, Python's codec, Content-Type, charset in the markup, form
PAGES = {
    '/': ('en', 'utf-8', 'text/html; charset=utf-8', None, 'links'),
    '/en/plain-header.html': ('en', 'cp1252', 'text/html; charset=ISO-8859-1', None, ''),
    '/fr/meta.html': ('fr', 'cp1252', 'text/html', 'windows-1252', ''),
    '/pl/header.html': ('pl', 'iso8859-2', 'text/html; charset=ISO-8859-2', None, ''),
    '/pl/header-1250.html': ('pl', 'cp1250', 'text/html;charset="windows-1250"', None, ''),
    '/ru/header.html': ('ru', 'cp1251', 'text/html; charset=windows-1251', None, 'gzip'),
    '/ru/koi8.html': ('ru', 'koi8-r', 'text/html', 'koi8-r', 'chunked'),
    '/uk/header.html': ('uk', 'koi8-u', 'text/html; charset=KOI8-U', None, ''),
    '/el/header.html': ('el', 'iso8859-7', 'text/html; charset=greek', None, ''),
    '/ja/sjis.html': ('ja', 'cp932', 'text/html; charset=Shift_JIS', None, 'gzip chunked'),
    '/ja/euc.html': ('ja', 'euc_jp', 'text/html', 'EUC-JP', ''),
    '/zh/gb.html': ('zh', 'gb18030', 'text/html; charset=gb2312', None, ''),
    '/tw/big5.html': ('tw', 'big5', 'text/html', 'big5', ''),
    '/ko/euc.html': ('ko', 'cp949', 'text/html; charset=ks_c_5601-1987', None, ''),
    '/he/visual.html': ('he', 'cp1255', 'text/html; charset=windows-1255', None, ''),
    '/tr/header.html': ('tr', 'cp1254', 'text/html; charset=iso-8859-9', None, ''),
    '/en/utf16.html': ('en', 'utf-16', 'text/html', None, ''),
    '/en/bom.html': ('fr', 'utf-8-sig', 'text/html; charset=windows-1252', None, ''),
    '/en/odd%20name%C3%A9.html': ('en', 'utf-8', 'text/html; charset=utf-8', None, ''),
    '/en/query?b=2&a=%C3%A9': ('en', 'utf-8', 'text/html; charset=utf-8', None, ''),
    '/en/early.html': ('en', 'utf-8', 'text/html; charset=utf-8', None, 'early'),
    '/en/notes.txt': ('en', 'utf-8', 'text/plain; charset=utf-8', None, 'text'),
    '/en/xhtml.xhtml': ('en', 'utf-8', 'application/xhtml+xml', None, 'xml'),
    '/en/gone.html': ('en', 'utf-8', 'text/html; charset=utf-8', None, '404'),
}


def page(path):
    """Title, words, status and body of a page."""
    language, codec, content_type, meta, form = PAGES[path]
    number = list(PAGES).index(path)
    text = TEXTS[language]
    title = f'{number} {text[:14].strip()}'
    words = [f'{text} ({number}.{k}).' for k in range(6)]
    if 'text' in form:
        body = '\n\n'.join([title, *words])
    else:
        head = f'<meta charset="{meta}">' if meta else ''
        more = ''.join(f'<li><a href="{p}">{n}</a></li>' for n, p in enumerate(PAGES)) if 'links' in form else ''
        body = (f'<head>{head}<title>{title}</title></head><body><h1>{title}</h1>'
                + ''.join(f'<p>{w}</p>' for w in words) + (f'<nav><ul>{more}</ul></nav>' if more else '') + '</body></html>')
        body = ('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">' if 'xml' in form
                else '<!DOCTYPE html><html>') + body
    return title, words, 404 if '404' in form else 200, body.encode(codec)


class Site(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_GET(self):
        if self.path == '/moved':
            self.send_response(301)
            self.send_header('Location', '/')
            self.send_header('Content-Length', '0')
            return self.end_headers()
        path = next((p for p in PAGES if unquote(p) == unquote(self.path)), None)
        if path is None:
            self.send_response(404)
            self.send_header('Content-Length', '0')
            return self.end_headers()
        _, _, status, body = page(path)
        _, _, content_type, _, form = PAGES[path]
        if 'early' in form and 'HTTrack' not in self.headers.get('User-Agent', ''):  # which waits for more
            self.wfile.write(b'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n')
        self.send_response(status)
        self.send_header('Content-Type', content_type)
        if 'gzip' in form:
            body = gzip.compress(body)
            self.send_header('Content-Encoding', 'gzip')
        if 'chunked' in form:
            self.send_header('Transfer-Encoding', 'chunked')
            self.end_headers()
            for at in range(0, len(body), 300):
                part = body[at:at + 300]
                self.wfile.write(b'%x\r\n%s\r\n' % (len(part), part))
            self.wfile.write(b'0\r\n\r\n')
        else:
            self.send_header('Content-Length', str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def do_POST(self):
        sent = self.rfile.read(int(self.headers.get('Content-Length', 0)))
        body = json.dumps({'post': self.path, 'sent': sent.decode()}).encode()
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    if sys.argv[1:] == ['--truth']:
        for path in PAGES:
            title, words, status, body = page(path)
            print(json.dumps({'path': path, 'status': status, 'contentType': PAGES[path][2], 'title': title,
                              'words': words, 'body': base64.b64encode(body).decode()}))
    else:
        ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Site).serve_forever()


if __name__ == '__main__':
    main()
