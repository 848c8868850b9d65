;;; agmark.el --- ANML, AAF, GaryML, AGD and markdownlang -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Major modes for AGD, ANML and GaryML, and eglot's way to the language server.
;; `M-x eglot' in a page, a program or a manifest starts it there, too.

;;; Code:

(require 'seq)
(require 'subr-x)

(defgroup agmark nil
  "ANML, AAF, GaryML, AGD and markdownlang."
  :group 'tools)

(defcustom agmark-program "agmark"
  "The program that is the language server."
  :type 'string
  :risky t)

(defconst agmark--agd-keywords
  '(("^@!.*$" . font-lock-comment-face)
    ("^@h[1-4] +\\(.*?\\)\\(?: +\\[#.*\\]\\)?$" 1 font-lock-function-name-face)
    ("^@[A-Za-z_][A-Za-z0-9_-]*" . font-lock-keyword-face)
    ("\\[#\\([A-Za-z_][A-Za-z0-9_-]*\\)" 1 font-lock-constant-face)
    ("@ref +#[A-Za-z_][A-Za-z0-9_-]*" . font-lock-type-face)
    ("\\_<\\([A-Za-z0-9_-]+\\)=" 1 font-lock-variable-name-face)))

(defconst agmark--anml-keywords
  '(("^ *~.*$" . font-lock-comment-face)
    ("^ *\\(?:[-+*] \\)?\\([a-z][a-z0-9:]*\\)\\(#[A-Za-z0-9]+\\)?"
     (1 font-lock-keyword-face) (2 font-lock-constant-face nil t))
    ("\\_<\\([A-Za-z_][A-Za-z0-9_-]*\\)=" 1 font-lock-variable-name-face)
    ("\\[[a-z][A-Za-z0-9_-]*\\]" . font-lock-type-face)))

(defconst agmark--garyml-keywords
  '(("^ *#.*$" . font-lock-comment-face)
    ("^ *\\(\\.[A-Z][A-Za-z0-9]*\\)" 1 font-lock-keyword-face)
    ("^ *\\(\\.[a-z][A-Za-z0-9_-]*\\)" 1 font-lock-function-name-face)
    ("^ *\\([A-Za-z_][A-Za-z0-9_-]*\\):" 1 font-lock-variable-name-face)
    ("@[A-Za-z0-9_.-]+" . font-lock-constant-face)))

(defmacro agmark--define-mode (name title keywords comment)
  "Define a major mode NAME called TITLE, with font lock KEYWORDS and COMMENT."
  `(define-derived-mode ,name text-mode ,title
     ,(format "Major mode for %s." title)
     (setq-local font-lock-defaults '(,keywords))
     (setq-local comment-start ,comment)
     (setq-local comment-end "")
     (setq-local indent-tabs-mode nil)
     (setq-local tab-width 2)))

(agmark--define-mode agmark-agd-mode "AGD" agmark--agd-keywords "@! ")
(agmark--define-mode agmark-anml-mode "ANML" agmark--anml-keywords nil)
(agmark--define-mode agmark-garyml-mode "GaryML" agmark--garyml-keywords "# ")

(add-to-list 'auto-mode-alist '("\\.agd\\'" . agmark-agd-mode))
(add-to-list 'auto-mode-alist '("\\.anml\\'" . agmark-anml-mode))
(add-to-list 'auto-mode-alist '("\\(?:\\.\\|/\\.\\)garyml\\'" . agmark-garyml-mode))

(defconst agmark--modes
  '((agmark-agd-mode :language-id "agd")
    (agmark-anml-mode :language-id "anml")
    (agmark-garyml-mode :language-id "garyml"))
  "Modes that are ours, with the names that the server knows them by.")

(defun agmark--contact (&rest _)
  "How the server is started."
  (list agmark-program "lsp"))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (cons agmark--modes #'agmark--contact)))

(defun agmark-in-page ()
  "Start the server in a page, a program or a manifest."
  (interactive)
  (require 'eglot)
  (let ((eglot-server-programs
         (cons (cons (list major-mode) #'agmark--contact) eglot-server-programs)))
    (call-interactively #'eglot)))

(when (require 'eglot nil t)
  (dolist (mode agmark--modes)
    (add-hook (intern (format "%s-hook" (car mode))) #'eglot-ensure)))

(provide 'agmark)

;;; agmark.el ends here
