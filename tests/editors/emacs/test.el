;;; test.el --- A real Emacs with what `agmark setup emacs' wrote -*- lexical-binding: t -*-

;;; Commentary:

;; Opens a file of each format and does what a person does there, by the
;; functions behind Emacs's own commands.  Started by `tests/run emacs', which
;; says in the environment where the files are.

;;; Code:

(require 'eglot)
(require 'flymake)
(require 'imenu)
(require 'xref)

(defvar test-folder (file-name-as-directory (getenv "AGMARK_WORKSPACE")))
(defvar test-passed 0)
(defvar test-failed 0)
;; Seconds; what is waited for takes a fraction of one.
(defvar test-patience 30)

(setq eglot-autoshutdown nil
      eglot-sync-connect t
      enable-local-variables nil
      make-backup-files nil)

(defun test-check (what good seen)
  "Count WHAT as it should be if GOOD; else show what was SEEN."
  (if good
      (setq test-passed (1+ test-passed))
    (setq test-failed (1+ test-failed))
    (princ (format "not as expected: %s: %S\n" what seen))))

(defun test-wait (condition)
  "Wait until CONDITION holds; give what it gives."
  (let ((end (+ (float-time) test-patience)) found)
    (while (and (not (setq found (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.02))
    found))

(defun test-place (place)
  "Go to PLACE, a line and a column from one."
  (goto-char (point-min))
  (forward-line (1- (car place)))
  (move-to-column (1- (cadr place))))

(defun test-found ()
  "What flymake shows in the buffer."
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun test-hover ()
  "What eldoc says of the place."
  (let (said)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq said text)))
    (test-wait (lambda () said))
    (format "%s" said)))

(defun test-case (case)
  "Do everything in the file of CASE."
  (let* ((file (alist-get 'file case))
         (get (lambda (key) (alist-get key case)))
         (list (lambda (key) (append (alist-get key case) nil)))
         (what (lambda (text) (format "%s: %s" file text))))
    (find-file (expand-file-name file test-folder))
    ;; A person's next key does that.
    (run-hooks 'post-command-hook)
    (test-check (funcall what "the server runs") (eglot-current-server) major-mode)
    (when (eglot-current-server)
      (flymake-start)
      (test-check (funcall what "diagnostics")
                  (test-wait (lambda () (seq-some (lambda (text) (string-search (funcall get 'finding) text)) (test-found))))
                  (test-found))
      (test-place (funcall list 'used))
      (let ((said (test-hover)))
        (test-check (funcall what "hover") (string-search (funcall get 'hover) said) said))
      (test-place (funcall list 'used))
      (xref-find-definitions (xref-backend-identifier-at-point (xref-find-backend)))
      (test-check (funcall what "leads to the definition")
                  (equal (list (line-number-at-pos) (1+ (current-column))) (funcall list 'defined))
                  (list (line-number-at-pos) (1+ (current-column))))
      (test-place (funcall list 'used))
      (eglot-rename (funcall get 'new))
      (test-check (funcall what "is renamed") (string-search (funcall get 'renamed) (buffer-string)) (buffer-string))
      (goto-char (point-max))
      (insert (funcall get 'typed))
      (let* ((found (eglot-completion-at-point))
             (offered (and found (all-completions "" (nth 2 found)))))
        (test-check (funcall what "completion")
                    (seq-some (lambda (text) (string-search (funcall get 'offered) text)) offered)
                    offered))
      (delete-region (line-beginning-position) (point-max))
      (unless (equal (funcall get 'odd) "")
        (insert (funcall get 'odd) "\n")
        (eglot-format-buffer)
        (test-check (funcall what "format")
                    (and (string-search (funcall get 'even) (buffer-string))
                         (not (string-search (funcall get 'odd) (buffer-string))))
                    (buffer-string)))
      (let ((outline (format "%S" (funcall imenu-create-index-function))))
        (test-check (funcall what "outline") (string-search (funcall get 'outline) outline) outline)))
    (set-buffer-modified-p nil)
    (kill-buffer)))

;; Files of other people start nothing.
(dolist (other '(("notes.md" . "# Notes\n") ("other.html" . "<p>Other</p>\n") ("other.json" . "{}\n")))
  (let ((file (expand-file-name (car other) test-folder)))
    (write-region (cdr other) nil file nil 'quiet)
    (find-file file)
    (run-hooks 'post-command-hook)
    (test-check (format "%s starts nothing" (car other)) (not (eglot-current-server)) major-mode)
    (kill-buffer)))

(dolist (page (json-parse-string (getenv "AGMARK_OTHERS") :object-type 'alist :array-type 'list))
  (let ((file (alist-get 'file page)))
    (find-file (expand-file-name file test-folder))
    (run-hooks 'post-command-hook)
    (test-check (format "%s starts nothing" file) (not (eglot-current-server)) major-mode)
    (kill-buffer)))

(mapc #'test-case (json-parse-string (getenv "AGMARK_CASES") :object-type 'alist :array-type 'list))

;; Components that are annotated have the server, whatever the mode.
(dolist (page (json-parse-string (getenv "AGMARK_PAGES") :object-type 'alist :array-type 'list))
  (let ((file (alist-get 'file page)))
    (find-file (expand-file-name file test-folder))
    (run-hooks 'post-command-hook)
    (test-check (format "%s has the server" file) (eglot-current-server) major-mode)
    (when (eglot-current-server)
      (flymake-start)
      (test-check (format "%s has its diagnostic" file)
                  (test-wait (lambda () (seq-some (lambda (text) (string-search (alist-get 'finding page) text)) (test-found))))
                  (test-found)))
    (kill-buffer)))

;; A script of actions and a manifest have the server.
(dolist (other '(("page.anmla" . "click #e1\n") ("agent-manifest.json" . "{}\n")))
  (let ((file (expand-file-name (car other) test-folder)))
    (write-region (cdr other) nil file nil 'quiet)
    (find-file file)
    (run-hooks 'post-command-hook)
    (test-check (format "%s has the server" (car other)) (eglot-current-server) major-mode)
    (font-lock-ensure)
    (kill-buffer)))

(eglot-shutdown-all)
(princ (format "\n%d passed, %d failed\n" test-passed test-failed))
(kill-emacs (if (zerop test-failed) 0 1))

;;; test.el ends here
